// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AdminProvider } from '@/components/admin/frame/admin-context'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts, routerTo } from '@/components/ui/testing/browser'
import { english } from '@/lib/kit/i18n/messages'
import { reportingOrder } from '@/lib/order/ship/cms-example'
import type { Order } from './record'
import { RefusedReport } from './refused-report'

beforeAll(defineFonts)
// Test files share a process. Leftover messages of other files would delay the message of this file.
beforeEach(() => notifications.clean())
afterEach(() => {
  vi.unstubAllGlobals()
  notifications.clean()
  cleanup()
})

const user = { id: 1, name: 'Root', account: 'root', is_root: true, groups: [] }
const names = { separator: ', ', verbs: {}, modules: {} }

test('a refused report is sent to WeChat again, and the page is read again', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return Response.json(reportingOrder)
  })
  const refresh = vi.fn()
  const order: Order = { ...reportingOrder, report: { ...reportingOrder.report, status: 'refused' } }
  render(
    <AppRouterContext value={{ ...routerTo(), refresh }}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={english}>
        <MantineProvider env="test">
          <Notifications />
          <AdminProvider
            admin={{
              user,
              routes: [],
              icons: {},
              dictionaries: {},
              remembered: {},
              views: [],
              origins: [],
              version: '',
              names,
            }}
          >
            <RefusedReport order={order} />
          </AdminProvider>
        </MantineProvider>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Resubmit' }))
  expect(await screen.findByText('Resubmitted. The result appears here.')).toBeTruthy()
  expect(asked).toEqual([`POST /cms/order/${order.id}/report`])
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('the phone number of a refused report by SF is corrected, and the report is sent again', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push([`${method} ${path}`, JSON.parse(String(body))])
    return Response.json(reportingOrder)
  })
  const report = { ...reportingOrder.report, status: 'refused' } as const
  const [parcel] = reportingOrder.shipments
  if (!parcel) throw new Error('The example has a parcel.')
  const waiting = { ...parcel, carrier: 'SF', reported_at: null, revoked_at: null }
  const order: Order = { ...reportingOrder, report, shipments: [waiting] }
  render(inAdmin(<RefusedReport order={order} />))
  fireEvent.click(screen.getByRole('button', { name: 'Correct phone number' }))
  const phone = await screen.findByRole('textbox', { name: /^Phone number/ }, { timeout: 10_000 })
  expect(phone).toHaveProperty('value', order.receiver.mobile)
  fireEvent.change(phone, { target: { value: '13800001235' } })
  fireEvent.click(screen.getByRole('button', { name: 'Correct and resubmit' }))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(asked).toEqual([
    [`POST /cms/order/${order.id}/report/phone`, { mobile: '13800001235', version: order.version }],
  ])
  cleanup()
  render(inAdmin(<RefusedReport order={{ ...order, shipments: [{ ...waiting, carrier: 'ZTO' }] }} />))
  expect(screen.queryByRole('button', { name: 'Correct phone number' })).toBe(null)
})
