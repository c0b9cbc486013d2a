import fs from 'node:fs'
import { onTestFinished } from 'vitest'

/** With the system error `code`, until `mend` or the end of the test. `refused`: the failed writes. */
export function breakDisk(code: string): { mend: () => void; refused: () => number } {
  const original = fs.write
  let refused = 0
  const mend = () => void Reflect.set(fs, 'write', original)
  onTestFinished(mend)
  const error = Object.assign(new Error(`${code}: write`), { code, errno: -28, syscall: 'write' })
  Reflect.set(fs, 'write', (...given: unknown[]) => {
    refused += 1
    const done = given.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done(error))
  })
  return { mend, refused: () => refused }
}
