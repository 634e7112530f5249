#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

// The descriptors that a message can have. [C]
#define MAXIMUM_DESCRIPTORS 4

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

bool OverscrollSocketPair(int *pair) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return false;
  // Linux 6.16 refuses what is sent; before that, the filter has no call that sends descriptors.
  const int none = 0;
  setsockopt(pair[0], SOL_SOCKET, SO_PASSRIGHTS, &none, sizeof none);
  return true;
}

bool OverscrollSend(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptorCount) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(MAXIMUM_DESCRIPTORS * sizeof(int))];
  if (descriptorCount > 0 && descriptorCount <= MAXIMUM_DESCRIPTORS) {
    size_t length = (size_t)descriptorCount * sizeof(int);
    memset(control, 0, sizeof control);
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(length);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(length);
    memcpy(CMSG_DATA(header), descriptors, length);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

bool OverscrollIsReceived(int socket) {
  int count = 0;
  return ioctl(socket, SIOCOUTQ, &count) == 0 && count == 0;
}

bool OverscrollReply(int socket, const void *bytes, size_t count) {
  ssize_t sent;
  do {
    sent = send(socket, bytes, count, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

ssize_t OverscrollReceive(
    int socket, void *bytes, size_t capacity, int *descriptors, int descriptorCount) {
  struct iovec part = {bytes, capacity};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(MAXIMUM_DESCRIPTORS * sizeof(int))];
  for (int i = 0; i < descriptorCount; i++) descriptors[i] = -1;
  // Without room for descriptors the kernel closes those that are sent.
  if (descriptorCount > 0 && descriptorCount <= MAXIMUM_DESCRIPTORS) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE((size_t)descriptorCount * sizeof(int));
  }
  ssize_t count;
  do {
    count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -1;
  if (descriptorCount > 0) {
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
      const int *sent = (const int *)CMSG_DATA(header);
      const int sentCount = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
      // What pads the buffer is room for one more than was asked for.
      for (int i = 0; i < sentCount; i++) {
        if (i < descriptorCount) {
          descriptors[i] = sent[i];
        } else {
          close(sent[i]);
        }
      }
    }
  }
  return message.msg_flags & MSG_TRUNC ? -2 : count;
}

int OverscrollMakeSharedMemory(size_t byteCount) {
  int descriptor = memfd_create("overscroll", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  // A process that shortened it would crash the other one.
  if (ftruncate(descriptor, (off_t)byteCount) != 0 ||
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

void *OverscrollMapSharedMemory(int descriptor, size_t byteCount) {
  void *memory = mmap(NULL, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

// The longest name of a file in a folder, in bytes.
#define MAXIMUM_NAME 255

static void putNumber(uint8_t *bytes, uint64_t number) {
  for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> 8 * i);
}

ssize_t OverscrollRequestDescriptor(
    OverscrollLane *lane, const char *companion, uint8_t *answer, size_t capacity,
    int *descriptor) {
  uint8_t request[16 + MAXIMUM_NAME];
  size_t count = 8;
  putNumber(request, companion ? OVERSCROLL_COMPANION_REPLY : OVERSCROLL_DESCRIPTOR_REPLY);
  if (companion) {
    const size_t length = strnlen(companion, MAXIMUM_NAME);
    putNumber(request + 8, length);
    memcpy(request + 16, companion, length);
    count = 16 + length;
  }
  if (!OverscrollReply(lane->socket, request, count)) lane->isOver = true;
  while (!lane->isOver) {
    const ssize_t length = OverscrollReceive(lane->socket, answer, capacity, descriptor, 1);
    // The kinds of the program's messages fit in a byte.
    if (length >= 8 && answer[0] == OVERSCROLL_DESCRIPTOR_REQUEST) return length;
    if (length != 8 || answer[0] != OVERSCROLL_ACKNOWLEDGE_REQUEST) lane->isOver = true;
    lane->unreadSlots--;
  }
  return -1;
}
