/// The configuration of Xorg with the dummy video driver and the inputtest driver.
enum XorgConfiguration {
  static func text(folder: String) -> String {
    header + InputDevice.Kind.allCases.map { device($0, folder: folder) }.joined() + layout
  }

  private static let header = """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "AutoEnableDevices" "false"
      Option "AutoAddGPU" "false"
      Option "AutoBindGPU" "false"
      Option "DontVTSwitch" "true"
      Option "PciForceNone" "true"
    EndSection
    Section "Device"
      Identifier "video"
      Driver "dummy"
      VideoRam 64000
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 5.0-1000.0
      VertRefresh 5.0-200.0
      Option "ReducedBlanking" "true"
      Modeline "1920x1080" 138.50 1920 1968 2000 2080 1080 1083 1088 1111
      Modeline "1280x800" 71.00 1280 1328 1360 1440 800 803 809 823
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "video"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Modes "1920x1080" "1280x800"
      EndSubSection
    EndSection

    """

  private static func device(_ kind: InputDevice.Kind, folder: String) -> String {
    """
    Section "InputDevice"
      Identifier "\(kind.rawValue)"
      Driver "inputtest"
      Option "SocketPath" "\(folder)/\(kind.rawValue).socket"
      Option "DeviceType" "\(kind.deviceType)"
      Option "TouchCount" "5"
      Option "PointerButtonCount" "9"
      Option "AccelerationScheme" "none"
      Option "XkbRules" "evdev"
    EndSection

    """
  }

  private static let layout = """
    Section "ServerLayout"
      Identifier "layout"
      Screen "screen"
      InputDevice "mouse" "CorePointer"
      InputDevice "keyboard" "CoreKeyboard"
      InputDevice "touchscreen" "SendCoreEvents"
      InputDevice "touchpad" "SendCoreEvents"
    EndSection

    """
}
