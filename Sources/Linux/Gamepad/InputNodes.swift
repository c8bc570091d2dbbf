internal import CUdev
internal import Glibc
public import Platform

/// A view of the input devices of this machine: those that are present, and their arrivals and departures (libudev(3)).
///
/// Without udev, as in most containers, there are no changes.
@safe public struct InputNodes: ~Copyable {
  private let view: UnsafeMutableRawPointer
  private let descriptor: Descriptor

  /// A change of the input devices.
  public enum Change: Hashable, Sendable {
    /// udev has finished processing the node, which is new or whose description has changed.
    case added(InputNode)
    /// The node at this path is gone.
    case removed(String)
  }

  /// Opens the view; from now on, changes are queued for ``nextChange()``.
  ///
  /// - Throws: `SystemError` of `.socket`.
  public init() throws(SystemError) {
    var opened: UnsafeMutableRawPointer?
    let result = unsafe nodes_open(&opened, 1)
    guard result == 0, let opened = unsafe opened else { throw SystemError(code: -result, call: .socket) }
    let number = unsafe nodes_descriptor(opened)
    guard number >= 0 else {
      unsafe nodes_close(opened)
      throw SystemError(code: -number, call: .socket)
    }
    descriptor = Descriptor(owning: number)
    unsafe view = unsafe opened
  }

  deinit {
    unsafe nodes_close(view)
  }

  /// Makes `poller` wake with `token` when there is a change.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  /// Returns the event nodes that are present, in the order of their numbers; empty if there is no udev.
  ///
  /// It opens no socket.
  public static func present() -> [InputNode] {
    var opened: UnsafeMutableRawPointer?
    guard unsafe nodes_open(&opened, 0) == 0, let view = unsafe opened else { return [] }
    defer { unsafe nodes_close(view) }
    return unsafe list(view)
  }

  /// Returns the event nodes that are present, in the order of their numbers.
  public func all() -> [InputNode] { unsafe InputNodes.list(view) }

  private static func list(_ view: UnsafeMutableRawPointer) -> [InputNode] {
    guard unsafe nodes_list(view) == 0 else { return [] }
    var entry = unsafe nodes_entry()
    var nodes: [InputNode] = []
    while unsafe nodes_next_listed(view, &entry) == 1 { nodes.append(unsafe node(entry, of: view)) }
    return nodes.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  /// Returns the next change of the event nodes; nil when none is waiting.
  public func nextChange() -> Change? {
    var entry = unsafe nodes_entry()
    guard unsafe nodes_next_change(view, &entry) == 1 else { return nil }
    return unsafe entry.is_gone == 1
      ? .removed(String(cString: entry.path)) : .added(InputNodes.node(entry, of: view))
  }

  /// Returns the node at `path`, which may be a link, such as one in /dev/input/by-id; nil if udev has no such node.
  public func find(_ path: String) -> InputNode? {
    var entry = unsafe nodes_entry()
    return unsafe nodes_find(view, path, &entry) == 1 ? InputNodes.node(entry, of: view) : nil
  }

  /// Returns the description of the node that was read last.
  private static func node(_ entry: nodes_entry, of view: UnsafeMutableRawPointer) -> InputNode {
    unsafe InputNode(
      path: String(cString: entry.path), device: String(cString: entry.device),
      name: String(cString: entry.name), phys: String(cString: entry.phys), uniq: String(cString: entry.uniq),
      hardware: String(cString: entry.hardware), kinds: InputNode.knownKinds.filter { unsafe has($0, view) },
      isForSeat: nodes_has_tag(view, "uaccess") == 1,
      isIgnoredByDesktops: has("LIBINPUT_IGNORE_DEVICE", view),
      isDescribed: entry.is_described == 1)
  }

  private static func has(_ property: String, _ view: UnsafeMutableRawPointer) -> Bool {
    unsafe nodes_property(view, property).map { unsafe String(cString: $0) == "1" } ?? false
  }
}
