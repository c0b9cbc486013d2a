// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsFreightTemplate } from '@/lib/freight_template/example'
import FreightForm from './form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const entries = (...values: string[]) =>
  values.map((value) => ({ value, label: value, style: 'default', is_default: false, is_disabled: false }) as const)
const dictionaries = {
  freight_template_charge: entries('piece', 'weight'),
  freight_template_free_needs: entries('either', 'both'),
}

const rule = { regions: ['330000'], first: 1, first_fee: 800, next: 1, next_fee: 200, free_amount: null }
const shown = {
  ...cmsFreightTemplate,
  ...({ charge: 'piece', free_amount: null, product_count: 0 } as const),
  rules: [rule, { ...rule, regions: ['310000'], first_fee: 1_200 }],
}

/** Shows the form. Returns the bodies of the sent requests. `answer`: the response to a write. */
function show(record: ComponentProps<typeof FreightForm>['record'], answer?: Response) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'PUT' || method === 'POST') sent.push(JSON.parse(String(body)))
    if (path.includes('/history')) return Response.json({ items: [], page: 1, size: 20, total: 0 })
    return answer ?? Response.json(shown)
  })
  const read = async () => record
  render(inAdmin(<FreightForm record={record} onClose={() => undefined} read={read} />, { admin: { dictionaries } }))
  return sent
}

const row = (number: number) => within(screen.getByRole('group', { name: `Row ${number}` }))
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const result = () => document.querySelector('p[role=status]')?.textContent
const choose = async (element: HTMLElement, text: string, name = text) => {
  fireEvent.click(element)
  type(element, text)
  fireEvent.click(await screen.findByRole('option', { name }))
}
const tryCity = (text: string, name: string) => choose(screen.getByRole('combobox', { name: 'City' }), text, name)

test('regions of other rules and without delivery are marked, and cannot be chosen', async () => {
  show(shown)
  await screen.findByRole('group', { name: 'Row 2' })
  const regions = row(2).getByRole('combobox', { name: 'Regions' })
  fireEvent.click(regions)
  type(regions, '浙江省')
  const taken = await screen.findByRole('option', { name: '浙江省 (chosen already)' })
  expect(taken.hasAttribute('data-combobox-disabled')).toBe(true)
  expect(screen.getByRole('option', { name: '浙江省 杭州市' }).hasAttribute('data-combobox-disabled')).toBe(false)
  type(regions, '西藏')
  expect(await screen.findByRole('option', { name: '西藏自治区 (chosen already)' })).toBeTruthy()
})

test('a chosen region is sent with its rule', async () => {
  const sent = show(shown)
  await screen.findByRole('group', { name: 'Row 2' })
  await choose(row(2).getByRole('combobox', { name: 'Regions' }), '杭州', '浙江省 杭州市')
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const [first, second] = shown.rules
  expect(sent[0]).toEqual({ rules: [first, { ...second, regions: ['310000', '330100'] }], version: 1 })
})

test('a set of regions stands for those that no other rule has', async () => {
  const sent = show(shown)
  await screen.findByRole('group', { name: 'Row 2' })
  await choose(row(2).getByRole('combobox', { name: 'Regions' }), 'Jiangsu', 'Jiangsu, Zhejiang and Shanghai')
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const [first, second] = shown.rules
  expect(sent[0]).toEqual({ rules: [first, { ...second, regions: ['310000', '320000'] }], version: 1 })
})

test('a refused region is shown at its rule', async () => {
  const invalid_params = [{ in: 'body', name: 'rules.1.regions.0', code: 'duplicate', reason: 'Once only.' }]
  const body = { code: 'invalid_request', title: '', status: 400, detail: '', request_id: 'r', invalid_params }
  const headers = { 'content-type': 'application/problem+json' }
  show(shown, new Response(JSON.stringify(body), { status: 400, headers }))
  await screen.findByRole('group', { name: 'Row 2' })
  type(row(2).getByRole('textbox', { name: /^First fee/ }), '9')
  save()
  const regions = row(2).getByRole('combobox', { name: 'Regions' })
  await vi.waitFor(() => expect(regions.getAttribute('aria-invalid')).toBe('true'))
  expect(row(1).getByRole('combobox', { name: 'Regions' }).getAttribute('aria-invalid')).not.toBe('true')
})

test('the box computes the fee of the rules as they are typed', async () => {
  const sent = show(shown)
  await screen.findByRole('group', { name: 'Row 2' })
  expect(result()).toBe('Choose a city.')
  await tryCity('杭州', '浙江省 杭州市')
  type(screen.getByRole('textbox', { name: 'Pieces' }), '3')
  expect(result()).toBe('To 杭州市, 3 pieces: ¥12.00')
  type(row(1).getByRole('textbox', { name: /^Further fee/ }), '3')
  expect(result()).toBe('To 杭州市, 3 pieces: ¥14.00')
  await tryCity('拉萨', '西藏自治区 拉萨市')
  expect(result()).toBe('To 拉萨市: not delivered.')
  await tryCity('广州', '广东省 广州市')
  expect(result()).toBe('To 广州市: not delivered, because there is no fee for it.')
  await tryCity('仙桃', '湖北省 省直辖县')
  expect(result()).toBe('To 省直辖县: not delivered, because there is no fee for it.')
  expect(sent).toEqual([])
})

test('the box says by which limit the fee is free, and knows no limit where the input is empty', async () => {
  show(shown)
  await screen.findByRole('group', { name: 'Row 2' })
  await tryCity('杭州', '浙江省 杭州市')
  const limit = screen.getAllByRole('textbox', { name: /^Free from \(¥\)/ }).at(-1)
  if (!limit) throw new Error('there is no limit')
  type(limit, '100')
  expect(result()).toBe('To 杭州市, 1 piece: free, by amount')
  type(limit, '')
  expect(result()).toBe('To 杭州市, 1 piece: ¥8.00')
  type(row(1).getByRole('textbox', { name: /^First fee/ }), '')
  expect(result()).toBe('Complete the fees first.')
})

test('the labels of quantities name the unit', async () => {
  show(shown)
  await screen.findByRole('group', { name: 'Row 2' })
  expect(row(2).getByRole('textbox', { name: /^First \(pieces\)/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('combobox', { name: /^Fee by/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'weight' }))
  const step = row(2).getByRole('textbox', { name: /^Each further \(g\)/ })
  expect([step.getAttribute('data-field'), step.getAttribute('value')]).toEqual(['rules.1.next', '1'])
})

test('by weight, the box asks for the weight of a piece', async () => {
  show({ ...shown, charge: 'weight', rules: [{ ...rule, first: 1_000, next: 500 }] })
  await tryCity('杭州', '浙江省 杭州市')
  type(await screen.findByRole('textbox', { name: 'Weight of a piece (g)' }), '2300')
  expect(result()).toBe('To 杭州市, 1 piece: ¥14.00')
})

test('a new template delivers everywhere, once it has a name and a fee', async () => {
  const sent = show(undefined)
  await screen.findByRole('group', { name: 'Row 1' })
  expect(row(1).getByPlaceholderText('All other regions')).toBeTruthy()
  type(screen.getByRole('textbox', { name: /^Name/ }), 'Usual')
  save()
  const fee = row(1).getByRole('textbox', { name: /^First fee/ })
  await vi.waitFor(() => expect(fee.getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
  type(fee, '8')
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    name: 'Usual',
    charge: 'piece',
    rules: [{ regions: [], first: 1, first_fee: 800, next: 1, next_fee: 0, free_amount: null }],
  })
})

test('the default is neither given up nor deleted', async () => {
  show({ ...shown, is_default: true })
  const input = await screen.findByRole<HTMLInputElement>('switch', { name: /^Default/ })
  expect(input.disabled).toBe(true)
  expect(screen.getByText(/^Products without a template of their own have it\./)).toBeTruthy()
})
