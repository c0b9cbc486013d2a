import { EnvironmentError } from '@/lib/env'

/** Runs a command and prints its result; a failure prints one sentence and exits with code 1. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    process.stderr.write(`${error instanceof EnvironmentError ? error.message : `${String(error)}${cause}`}\n`)
    process.exitCode = 1
  }
}
