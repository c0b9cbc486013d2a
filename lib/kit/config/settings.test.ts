import { expect, onTestFinished, test, vi } from 'vitest'
import * as tables from '@/db/tables'
import { database } from '@/lib/server/testing/factories'
import { currentSettings, forgetSettings } from './settings'

test('settings are read again after five seconds, also if the clock was set back meanwhile', async () => {
  const db = await database()
  forgetSettings()
  onTestFinished(() => void vi.useRealTimers())
  const later = performance.now() + 6_000
  expect((await currentSettings(db))['address.max']).toBe(20)
  await db.insert(tables.config).values({ key: 'address.max', value: 7 })
  expect((await currentSettings(db))['address.max']).toBe(20)
  vi.useFakeTimers({ toFake: ['performance', 'Date'], now: Date.now() - 3_600_000 })
  vi.advanceTimersByTime(later)
  vi.setSystemTime(Date.now() - 7_200_000 - later)
  expect((await currentSettings(db))['address.max']).toBe(7)
})
