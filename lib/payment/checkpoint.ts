/**
 * The points between a step at the provider and a step in the database at which tests kill the process, to verify that
 * reconciliation repairs what is left. Does nothing unless CRASH_AT names this point, which only tests do.
 */
export function checkpoint(
  name:
    | 'attempt opened'
    | 'prepaid'
    | 'callback verified'
    | 'callback applied'
    | 'payment queried'
    | 'payment closed'
    | 'refund requested',
): void {
  if (process.env.CRASH_AT === name) process.kill(process.pid, 'SIGKILL')
}
