import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { metrics, startMetrics } from '@/lib/kit/metrics/metrics'
import { breakDisk } from '@/lib/server/testing/break-disk'
import { logStream } from './log'

function openLog() {
  const folder = fs.mkdtempSync(join(tmpdir(), 'log-'))
  const path = join(folder, 'log')
  const fd = fs.openSync(path, 'a')
  const stream = logStream(fd)
  onTestFinished(() => {
    stream.destroy()
    fs.rmSync(folder, { recursive: true })
  })
  return { stream, lines: () => fs.readFileSync(path, 'utf8').split('\n').filter(Boolean) }
}

test('a full disk of the log does not end the process, and its last lines are written when there is room', async () => {
  const { stream, lines } = openLog()
  const logger = pino({ base: undefined, timestamp: false }, stream)
  const disk = breakDisk('ENOSPC')
  logger.info('first')
  stream.flush()
  await expect.poll(() => disk.refused()).toBeGreaterThanOrEqual(1)
  logger.info('second')
  await expect.poll(() => disk.refused()).toBeGreaterThanOrEqual(3)
  expect(lines()).toEqual([])
  disk.mend()
  await expect.poll(lines).toEqual(['{"level":30,"msg":"first"}', '{"level":30,"msg":"second"}'])
})

test('lines for a full disk do not fill the memory, and the lost ones are counted', async () => {
  await startMetrics()
  const lost = async () => {
    const text = await metrics()?.text()
    return Number(/^log_dropped_lines_total (\d+)/m.exec(text ?? '')?.[1] ?? 0)
  }
  const before = await lost()
  const { stream } = openLog()
  breakDisk('ENOSPC')
  let dropped = 0
  stream.on('drop', () => {
    dropped += 1
  })
  const line = `${'a'.repeat(1_000)}\n`
  for (let count = 0; count < 3_000; count += 1) stream.write(line)
  await expect.poll(() => dropped).toBeGreaterThan(1_900)
  expect(await lost()).toBe(before + dropped)
})
