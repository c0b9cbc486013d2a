/**
 * The named points between two systems at which a process may die. Tests end the process there; reconciliation must
 * heal what is left. Outside of tests CRASH_AT is not set and this does nothing.
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
