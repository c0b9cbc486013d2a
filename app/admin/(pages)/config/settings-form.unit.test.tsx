// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Setting } from './edits'
import { SettingsForm } from './settings-form'

beforeAll(defineFonts)
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  cleanup()
  location.hash = ''
  vi.unstubAllGlobals()
})

const setting = (key: Setting['key'], group: string): Setting => ({
  key,
  group,
  type: 'integer',
  value: 10,
  default: 10,
  minimum: 1,
  maximum: 90,
  updated_at: null,
  updated_by: null,
})
const settings = [
  setting('order.complete_days', 'order'),
  setting('pickup.remind_days', 'delivery'),
  setting('log.retention_days', 'log'),
]

const show = (template?: string) => render(inAdmin(<SettingsForm settings={settings} template={template} />))
const advanced = () => screen.getByText('Logs are kept (days)').closest('details')
const index = () =>
  within(screen.getByRole('navigation', { name: 'Sections of the settings' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('the advanced settings are closed at first; opened, their groups are in the index', async () => {
  show()
  expect(advanced()?.open).toBe(false)
  expect(index()).toEqual(['Delivery and pick-up', 'Orders', 'Advanced'])
  const open = advanced()
  if (open) open.open = true
  fireEvent(advanced() ?? document, new Event('toggle'))
  expect(index()).toEqual(['Delivery and pick-up', 'Orders', 'Advanced', 'Logs'])
})

test.each(['log.retention_days', 'log', 'advanced'])('a link to #%s opens the advanced settings', (hash) => {
  location.hash = hash
  show()
  expect(advanced()?.open).toBe(true)
})

test('a link to another setting leaves them closed', () => {
  location.hash = 'order.complete_days'
  show()
  expect(advanced()?.open).toBe(false)
  expect(document.activeElement?.id).toBe('order.complete_days')
})

test('a link that is followed later opens them', () => {
  show()
  location.hash = 'log.retention_days'
  fireEvent(window, new Event('hashchange'))
  expect(advanced()?.open).toBe(true)
  expect(document.activeElement?.id).toBe('log.retention_days')
})

test('an error in the advanced settings opens them, and its field gets the focus', () => {
  show()
  const save = () => fireEvent.submit(screen.getByRole('form', { name: 'Settings' }))
  const fill = (id: string, value: string) =>
    fireEvent.change(document.getElementById(id) ?? document, { target: { value } })
  fill('order.complete_days', '91')
  save()
  expect(advanced()?.open).toBe(false)
  fill('order.complete_days', '9')
  fill('log.retention_days', '91')
  save()
  expect(advanced()?.open).toBe(true)
  expect(document.activeElement?.id).toBe('log.retention_days')
})

test('the section for delivery says where the fee is, with a link for users who may open it', () => {
  const { unmount } = show('/admin/freight_template?freight_template=3')
  const link = screen.getByRole('link', { name: 'default shipping template' })
  expect(link.getAttribute('href')).toBe('/admin/freight_template?freight_template=3')
  expect(link.closest('section')?.id).toBe('delivery')
  unmount()
  show()
  expect(screen.getByText(/are in the default shipping template/)).not.toBeNull()
  expect(screen.queryByRole('link', { name: 'default shipping template' })).toBeNull()
})
