// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsProduct } from '@/lib/product/example'
import ProductForm from './form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
// The form loads its parts on use. Loading them here, without a limit that a busy machine exceeds, leaves the test only the form.
beforeAll(async () => {
  await Promise.all([
    import('./matrix-input'),
    import('./specs-input'),
    import('./text-section'),
    import('./price-dialog'),
    import('@/components/admin/resource-form/inputs/rich-text-input'),
    import('@/components/admin/resource-form/inputs/choices-input'),
  ])
}, 120_000)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a price below cost that is less than half of the stored one is saved after a confirmation', async () => {
  const saved: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method?: string; body?: string } = {}) => {
    const isDryRun = path.includes('dry_run')
    if (method === 'PUT' && body && !isDryRun) saved.push(body)
    if (path.startsWith('/cms/category')) return Response.json([])
    if (path.includes('/history')) return Response.json({ items: [], page: 1, size: 20, total: 0 })
    return Response.json(isDryRun ? { withdrawn: [] } : { version: 4 })
  })
  render(inAdmin(<ProductForm record={cmsProduct} uses={undefined} onClose={() => undefined} />))
  const name = '50 克罐装'
  // Loads the parts that are not near the visible part of the page.
  fireEvent.focusIn(window)
  const price = await screen.findByRole('textbox', { name: `${name}: Price (¥)` })
  fireEvent.change(price, { target: { value: '6.8' } })
  const save = async () => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    // The button is disabled until the previous save has ended.
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
  }
  await save()
  const dialog = () => screen.findByRole('dialog', { name: 'Save this price?' })
  expect(within(await dialog()).getByRole('listitem').textContent).toBe(
    `${name}: ¥6.80Below the cost of ¥31.00.Changed by more than half, from ¥68.00.`,
  )
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved).toEqual([])
  await save()
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(JSON.parse(saved[0] ?? '').skus[0]).toMatchObject({ price: 680 })
})
