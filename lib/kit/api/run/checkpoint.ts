/**
 * The points between a step outside the database and a step in it at which tests kill the process, to verify that the
 * jobs repair what is left. Does nothing unless CRASH_AT names this point, which only tests do.
 */
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
