/// Returns the offset at which a flick on a list of 6000 points comes to rest.
double flick_in_c(void);
