import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from '@/lib/server/testing/pictures'
import { cleanPicture } from './picture'
import { processInChild } from './picture-process'

const folder = mkdtempSync(join(tmpdir(), 'picture-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A red AVIF of 6000 × 4000 pixels, the maximum, in less than a kilobyte. */
const bombBytes = Buffer.from(
  [
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEA',
    'AQAAAAAA+gABAAAAAAAAAbYAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFD',
    'gTACAAAAABRpc3BlAAAAAAAAF3AAAA+gAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAG+bWRhdBIACgo8Mu7f8+0gIaDSMqUDESUJ',
    'jBMPPPPNBIAAAFfPzEUivgs8g1Kq8qsr+5UCcsUHW5DffFedsY44wKlFtdT8hSMsmXp9MhLWV5iaa1kzxNcBUJ5Kjq2lvqRs+edO1/gTCjidgnmtB9Bl5SdT',
    '7QtZh67V3gPUcs/MUl6RnI4daLccdC/IlVAD4xlQNWRCPfVPFC+s2+5LhzVPU1Z18hazmTNCAnfgilj+6necy2fE8D9ucbFgjDYQSEHAichDX7vyArGaiCqm',
    'DwOyOMhL2mWHEebT+nL+8StgJlPJelvOMYi8bMUCKGHoLkBYz8xSXpGcjh1otxx0L8iVUAPjGVA1ZEI99U8UL6zb7kuHNU9TVnXyFrOZM0ICd+CKWP7mqvZp',
    'NCWobKwaBs+hJktzIIXE+X2Tby34xsnAVdCvWYPguYQE08DPzFJekZyOHWi3HHQvyJVQA+MZUDVkQj31TxQvrNvuS4c1T1NWdfIWs5kzQgJ34IpY/up3nMtn',
    'xPA/bnGxYIw2EEhBwInIQ1+78gKxmogqpg8DsjjIS9plhxHm0/py/vErYCZTyXpbzjGIvGzFAihkQA==',
  ].join(''),
  'base64',
)
const bomb = join(folder, 'bomb.avif')
writeFileSync(bomb, bombBytes)

const task = (source: string) => ({
  source,
  folder,
  mime: 'image/webp' as const,
  most: null,
  variants: [],
  max_pixels: 24_000_000,
})

const small = join(folder, 'child.png')
beforeAll(async () => void (await sharp(await picture({ format: 'png' })).toFile(small)))

const mebibyte = 1024 * 1024
const plenty = { memory: 2_000 * mebibyte, processor: 60_000, time: 60_000 }
const tooComplex = { fault: 'too_complex' }

/** The number of running child processes for pictures. */
async function children(): Promise<number> {
  const list = spawn('pgrep', ['-P', String(process.pid), '-f', 'picture-worker'])
  const [found] = await Promise.all([list.stdout.toArray(), once(list, 'exit')])
  return found.length
}

describe('a picture that exceeds a limit', () => {
  test.each([
    ['memory', { ...plenty, memory: 100 * mebibyte }],
    ['processor time', { ...plenty, processor: 300 }],
    ['time', { ...plenty, time: 300 }],
  ])('%s is refused, its process is ended, and this process has used no memory', async (_, limits) => {
    expect(bombBytes.length).toBeLessThan(1_024)
    const before = process.resourceUsage().maxRSS
    expect(await processInChild(task(bomb), limits)).toEqual(tooComplex)
    expect(await children()).toBe(0)
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(50 * 1_024)
  })
})

test('a process that is killed from outside is refused in the same way', async () => {
  const processed = processInChild(task(bomb), plenty)
  await expect.poll(children).toBe(1)
  const killed = spawn('pkill', ['-KILL', '-P', String(process.pid), '-f', 'picture-worker'])
  await once(killed, 'exit')
  expect(await processed).toEqual(tooComplex)
})

test.each(['SIGTERM', 'SIGKILL'] as const)('the process ends with its server, by %s', async (signal) => {
  const parent = spawn(process.execPath, [
    '-e',
    `const child = require('node:child_process').fork('lib/file/picture-worker.mjs')
     child.send(${JSON.stringify(task(small))})
     child.once('message', () => console.log(child.pid))`,
  ])
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(line)
  expect(process.kill(pid, 0)).toBe(true)
  process.kill(pid, 'SIGTERM')
  parent.kill(signal)
  await once(parent, 'exit')
  await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false)
})

/** Whether a process with this id exists. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('in functions, which start no process, an AVIF may have at most four megapixels', async () => {
  process.env.BUILT_FOR_FUNCTIONS = '1'
  try {
    const refused = cleanPicture(bomb, 'image/avif', { folder, customer: undefined })
    await expect(refused).rejects.toMatchObject({
      extras: { invalid_params: [{ name: 'file', code: 'too_big', params: { maximum: 4_000_000 } }] },
    })
    const small = join(folder, 'small.avif')
    await sharp(await picture({ format: 'avif' })).toFile(small)
    expect(await cleanPicture(small, 'image/avif', { folder, customer: undefined })).toMatchObject({
      parts: [{ mime: 'image/webp' }, { variant: 160 }],
    })
  } finally {
    process.env.BUILT_FOR_FUNCTIONS = ''
  }
})

test('the pictures of one customer delay neither staff nor another customer', async () => {
  const source = join(folder, 'small.png')
  await sharp(await picture({ width: 200, height: 200, format: 'png' })).toFile(source)
  const done: string[] = []
  const clean = async (who: string, customer: number | undefined) => {
    const own = mkdtempSync(join(folder, 'parts-'))
    await cleanPicture(source, 'image/png', { folder: own, customer })
    done.push(who)
  }
  await Promise.all([...[1, 2, 3, 4].map(() => clean('many', 1)), ...[clean('other', 2), clean('staff', undefined)]])
  expect(done.filter((who) => who === 'staff')).toHaveLength(1)
  // Staff have a separate queue, so their picture may be done first. The other customer's comes before the second one
  // of the same customer.
  expect(done.filter((who) => who !== 'staff')).toEqual(['many', 'other', 'many', 'many', 'many'])
})
