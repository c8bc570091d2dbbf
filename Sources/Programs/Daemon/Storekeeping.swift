import Engine
import Model
import Platform
import Store
import Wire

/// The changes that the engine remembers until they are in the file.
///
/// The executor passes them to the writer, and the results back to the engine.
extension Executor {
  /// Passes `change` to the writer; tells the engine immediately if that fails.
  mutating func keep(_ change: HostEngine.Keep, _ ticket: HostEngine.Ticket, at now: Instant) {
    let origin = StoreWriter.Origin.engine(ticket, isOfQuiz: change.isOfQuiz)
    do throws(StoreError) {
      try writer?.submit(StoreJob(change), of: origin)
      collectReceipts(at: now)
    } catch {
      note(StoreWriter.Receipt(origin: origin, error: error), isTaken: false, at: now)
    }
  }

  /// Passes the results of the writer's jobs to the parts that have ordered the jobs.
  mutating func collectReceipts(at now: Instant) {
    for receipt in writer?.drainReceipts() ?? [] { note(receipt, at: now) }
  }

  /// Passes on the results of the writer's jobs, and carries out the engine's outputs.
  mutating func hearWriter(through network: borrowing DatagramSocket, at now: Instant) {
    collectReceipts(at: now)
    perform(through: network, at: now)
  }

  /// Records the result of a job; `isTaken` is false if the writer did not accept the job.
  private mutating func note(_ receipt: StoreWriter.Receipt, isTaken: Bool = true, at now: Instant) {
    switch receipt.origin {
    case .engine(let ticket, let isOfQuiz):
      if let error = receipt.error, error != .unknownDevice {
        tell(isOfQuiz ? .quizNotKept(error) : .devicesNotKept(error))
      }
      engine.kept(ticket, HostEngine.KeepResult(receipt.error, isTaken: isTaken), at: now)
    case .setup: if let (index, answer) = setup.note(receipt.error) { clients.send(answer, to: index) }
    case .settings:
      if let (index, answer) = settingDesk.note(receipt.error) {
        if answer.result == .edited { tell(.setting(.left)) }
        clients.send(answer, to: index)
      }
    case .upkeep: break
    }
  }

  /// True if a file of the configuration has been written, so that the configuration has to be read again.
  var isStale: Bool { setup.isStale || settingDesk.isStale }

  /// Sends the answers to the orders whose files are written.
  ///
  /// `isGood` is true if the configuration could be read again.
  mutating func conclude(isGood: Bool, at now: Instant) {
    if setup.isStale, let (index, answer) = setup.conclude(isGood: isGood) { clients.send(answer, to: index) }
    guard settingDesk.isStale else { return }
    let (news, reply) = settingDesk.conclude(isGood: isGood)
    if isGood { for each in news { tell(.setting(each)) } }
    tryOut(at: now)
    if let (index, answer) = reply { clients.send(answer, to: index) }
  }
}

extension HostEngine.KeepResult {
  fileprivate init(_ error: StoreError?, isTaken: Bool) {
    guard let error else {
      self = .done
      return
    }
    self = isTaken ? error == .unknownDevice ? .unknownDevice : .failed : .refused
  }
}
