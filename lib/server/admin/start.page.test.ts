import { expect, test } from 'vitest'
import { adminToken, newStaff, type ReadPage, readPage } from '@/lib/server/testing/pages'

/*
 * The start page works without scripts: its ranges are links, and each chart is an image with a table of the numbers.
 */

const links = ({ document }: ReadPage) => [...document.querySelectorAll('main a')]
const linkTo = (page: ReadPage, name: string) => links(page).find(({ textContent }) => textContent === name)
const section = ({ document }: ReadPage, title: string) =>
  [...document.querySelectorAll('main section')].find((one) => one.querySelector('h2')?.textContent === title)
const chart = ({ document }: ReadPage, title: string) =>
  [...document.querySelectorAll('figure')].find((one) => one.querySelector('h3')?.textContent === title)

test('has the open work and the sales, with links for their range and order', async () => {
  const token = await adminToken()
  const usual = await readPage('/admin', { token })
  const work = section(usual, 'To do')
  const errors = [...(work?.querySelectorAll('a') ?? [])].find((link) => link.textContent?.endsWith('New errors'))
  expect(errors?.getAttribute('href')).toBe('/admin/error_log?status=new')
  expect(linkTo(usual, '30 days')?.getAttribute('aria-current')).toBe('true')
  expect(linkTo(usual, 'Today')?.getAttribute('aria-current')).toBeNull()
  expect(linkTo(usual, 'Today')?.getAttribute('href')).toBe('/admin?range=today')
  const picture = chart(usual, 'Revenue')?.querySelector('[role=img]')
  expect(picture?.getAttribute('aria-label')).toMatch(/^Revenue, .+ – .+: ¥/)

  const today = await readPage('/admin?range=today', { token })
  expect(linkTo(today, 'Today')?.getAttribute('aria-current')).toBe('true')
  expect(linkTo(today, 'By revenue')?.getAttribute('href')).toBe('/admin?range=today&by=money')
  const byMoney = await readPage('/admin?range=today&by=money', { token })
  expect(linkTo(byMoney, 'By revenue')?.getAttribute('aria-current')).toBe('true')
  expect(linkTo(byMoney, 'Today')?.getAttribute('aria-current')).toBe('true')
})

test('shows the sales first, then the open work, then the checklist of the shop', async () => {
  const page = await readPage('/admin', { token: await adminToken() })
  const titles = [...page.document.querySelectorAll('main h2')].map(({ textContent }) => textContent)
  expect(titles.slice(0, 4)).toEqual(['Sales', 'To do', 'Set up the shop', 'Trends'])
  const shown = [...(section(page, 'Set up the shop')?.querySelectorAll('li') ?? [])].filter(
    (item) => !item.closest('details'),
  )
  expect(shown.map((item) => item.querySelector('[role=img]')?.getAttribute('aria-label'))).not.toContain('Done')
})

test('a chart has its numbers as a table and as a file', async () => {
  const token = await adminToken()
  const today = chart(await readPage('/admin?range=today', { token }), 'Revenue')
  // Hours that have not begun are left out.
  const rows = today?.querySelectorAll('details tr').length
  expect(rows).toBeGreaterThanOrEqual(2)
  expect(rows).toBeLessThanOrEqual(25)
  const file = today?.querySelector('a[download^="Revenue "][download$=".csv"]')?.getAttribute('href') ?? ''
  expect(file).toMatch(/^data:text\/csv/)
  expect(decodeURIComponent(file).trim().split('\n')).toHaveLength(rows ?? 0)
  const year = await readPage('/admin?range=year', { token })
  const best = year.document.querySelector('a[download^="Best sellers – Products "]')
  expect(best?.getAttribute('href')).toMatch(/^data:text\/csv/)
})

test('an unknown range is replaced by the default', async () => {
  const page = await readPage('/admin?range=century&by=nothing', { token: await adminToken() })
  expect(linkTo(page, '30 days')?.getAttribute('aria-current')).toBe('true')
})

test('staff without permission for the sales see only their open work', async () => {
  const page = await readPage('/admin', { token: await newStaff(['cms.product.list']) })
  const work = section(page, 'To do')
  expect(work).toBeDefined()
  expect(section(page, 'Sales')).toBeUndefined()
  expect(section(page, 'Recent changes')).toBeUndefined()
  expect(section(page, 'Set up the shop')).toBeUndefined()
  expect(work?.textContent).not.toContain('New errors')
})

test('the checklist links to open items, not to completed ones', async () => {
  const page = await readPage('/admin', { token: await adminToken() })
  const setup = section(page, 'Set up the shop')
  const items = [...(setup?.querySelectorAll('li') ?? [])]
  const stateOf = (item: (typeof items)[number] | undefined) =>
    item?.querySelector('[role=img]')?.getAttribute('aria-label')
  const named = (name: string) => items.find(({ textContent }) => textContent?.includes(name))
  const done = items.filter((item) => stateOf(item) === 'Done')
  expect(setup?.textContent).toContain(`${done.length} of ${items.length} done`)
  expect(done.flatMap((item) => [...item.querySelectorAll('a')])).toEqual([])
  expect(stateOf(named('Activate a product'))).toBe('Done')
  expect(stateOf(named('Connect WeChat'))).toBe('To do')
  expect(named('Connect WeChat')?.querySelector('a')?.getAttribute('href')).toBe('/docs/guide#wechat')
})

test('the checklist has only items that the permissions of the user allow', async () => {
  const token = await newStaff(['cms.config.list', 'cms.config.update'])
  const setup = section(await readPage('/admin', { token }), 'Set up the shop')
  expect([...(setup?.querySelectorAll('li a') ?? [])].map((link) => link.getAttribute('href'))).toContain(
    '/admin/config#after_sale.return_address',
  )
  expect(setup?.querySelectorAll('li')).toHaveLength(2)
})
