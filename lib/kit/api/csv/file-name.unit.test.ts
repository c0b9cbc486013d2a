import { expect, test } from 'vitest'
import type { FilePeriod } from './csv'
import { fileNameOf } from './file-name'

const options = { format: 'xlsx', zone: 'Asia/Shanghai', now: new Date('2026-11-30T07:45:02Z') } as const
const november: FilePeriod = { by: 'month', from: '2026-11-01', to: '2026-12-01' }
const days: FilePeriod = { by: 'day', from: '2026-11-01', to: '2026-11-16' }

test.each([
  ['zh-CN', november, '对账单-按月-2026年11月.xlsx'],
  ['zh-CN', days, '对账单-按日-2026-11-01至2026-11-15.xlsx'],
  ['zh-CN', { ...days, to: '2026-11-02' }, '对账单-按日-2026-11-01.xlsx'],
  ['en', november, 'Statement-by-month-November-2026.xlsx'],
  ['en', days, 'Statement-by-day-2026-11-01-to-2026-11-15.xlsx'],
  [undefined, november, 'statement-month-2026-11.xlsx'],
  [undefined, days, 'statement-day-2026-11-01_2026-11-15.xlsx'],
] as const)('a file in %s about a period has its name: %o', async (locale, period, name) => {
  expect((await fileNameOf('statement', { ...options, locale, period })).name).toBe(name)
})

test.each([
  ['zh-CN', '订单-2026-11-30-154502.xlsx'],
  ['en', 'Orders-2026-11-30-154502.xlsx'],
  [undefined, 'orders-2026-11-30-154502.xlsx'],
] as const)('a file in %s without a period has the time of the shop', async (locale, name) => {
  const file = await fileNameOf('orders', { ...options, locale, period: undefined })
  expect(file).toEqual({ name, plain: 'orders-2026-11-30-154502.xlsx' })
})
