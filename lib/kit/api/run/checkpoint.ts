/** Kills the process if CRASH_AT is `name`, so that a test can check that the jobs repair the state. */
export function checkpoint(
  name:
    | 'attempt opened'
    | 'prepaid'
    | 'callback verified'
    | 'callback applied'
    | 'payment queried'
    | 'payment closed'
    | 'refund requested'
    | 'shipping reported'
    | 'waybill written'
    | 'waybill added'
    | 'waybill canceled'
    | 'file prepared'
    | 'file half stored'
    | 'file stored'
    | 'file written'
    | 'file deleted'
    | 'file removed'
    | 'record imported'
    | 'import slice',
): void {
  if (process.env.CRASH_AT === name) process.kill(process.pid, 'SIGKILL')
}
