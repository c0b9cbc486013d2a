import { EnvironmentError } from '@/lib/env'

/** Runs a command that works on the database and says what came of it; a failure is one sentence and exit code 1. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    process.stderr.write(`${error instanceof EnvironmentError ? error.message : `${String(error)}${cause}`}\n`)
    process.exitCode = 1
  }
}
