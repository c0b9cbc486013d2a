// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { ParcelNews } from './parcel-news'

afterEach(cleanup)

const news = [
  { shipment_id: 4, at: '2026-11-21T01:12:40.000Z', state: 'on_the_way' as const, text: '快件已发出' },
  { shipment_id: 5, at: '2026-11-20T12:00:00.000Z', state: 'failed' as const, text: '另一个包裹' },
  { shipment_id: 4, at: '2026-11-20T10:30:05.000Z', state: null, text: '<b>已分配</b>' },
]

const latest = { at: '2026-11-21T01:12:40.000Z', state: 'on_the_way' as const, text: '快件已发出' }

const show = (read: () => Promise<typeof news>) =>
  render(
    <Shown>
      <ParcelNews shipment_id={4} tracking={latest} read={read} />
    </Shown>,
  )

test('shows the latest news, and that of this parcel alone on demand, as text', async () => {
  show(async () => news)
  expect(screen.getByText('快件已发出').lang).toBe('zh-CN')
  expect(screen.queryByRole('listitem')).toBeNull()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'All news' })))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^On the way 快件已发出/),
    expect.stringMatching(/^ ?<b>已分配<\/b>/),
  ])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Hide' })))
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('says if the news cannot be loaded', async () => {
  show(() => Promise.reject(new Error('away')))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'All news' })))
  expect(screen.getByRole('status').textContent).toBe('The news could not be loaded.')
})
