import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './lock'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mini-shop-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the folder of a running process is refused with its process id', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    writeFileSync(join(folder, 'lock'), String(other.pid))
    expect(() => lockFolder(folder)).toThrow(`in use by process ${other.pid}`)
  } finally {
    other.kill()
  }
})

test.each(['999999999', '999999999 x', `${process.pid} of an earlier container`, 'nonsense', ''])(
  'a lock without a running owner is replaced (%j)',
  (stale) => {
    writeFileSync(join(folder, 'lock'), stale)
    const unlock = lockFolder(folder)
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`)
    unlock()
    expect(() => readFileSync(join(folder, 'lock'))).toThrow()
  },
)

test('missing folders are created', () => {
  lockFolder(join(folder, 'a', 'b'))()
})
