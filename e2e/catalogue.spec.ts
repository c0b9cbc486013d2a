import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

const drawer = (page: Page) => page.getByRole('dialog').first()
const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6)
const asRoot = async (request: APIRequestContext) => ({ authorization: `Bearer ${await adminToken(request)}` })

/** Creates a record and returns its id. */
async function create(request: APIRequestContext, path: string, data: object): Promise<number> {
  const answer = await request.post(path, { headers: await asRoot(request), data })
  expect(answer.status()).toBe(201)
  return z.object({ id: z.number() }).parse(await answer.json()).id
}

/** Waits for the next response to a request with the method `method` and a URL that ends with `end`. */
const answered = (page: Page, method: string, end: string) =>
  page.waitForResponse((response) => response.request().method() === method && response.url().endsWith(end))

/**
 * Returns an expectation about the JSON that the shop's API returns for a path. The path is requested again until the
 * expectation is met.
 */
const expectShop = (request: APIRequestContext, path: string) =>
  expect.poll(async () => (await request.get(path)).json(), { message: path })

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

test('a category is created, moved by keyboard and merged into another', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const name = `c ${unique()}`
  const [other, merged] = [`${name} other`, `${name} merged`]
  const other_id = await create(request, '/cms/category', { name: other, sort_order: 900_000 })
  const merged_id = await create(request, '/cms/category', { name: merged, sort_order: 900_001 })
  await page.goto('/admin/category')
  await page.getByRole('button', { name: 'New category' }).click()
  await drawer(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  const node = page.getByRole('treeitem', { name, exact: false }).filter({ hasText: name }).last()
  await expect(page.getByRole('link', { name: `${name} 0 of 0 active` })).toBeVisible()

  // Into the previous one, and out again.
  const moved = () => answered(page, 'PUT', '/cms/category/order')
  await node.focus()
  let saved = moved()
  await page.keyboard.press('Alt+ArrowRight')
  await saved
  await expect(page.getByRole('status').getByText(`${name} is now at place 1 in ${merged}.`)).toBeAttached()
  await expect(async () => {
    const tree = z
      .array(z.object({ id: z.number(), children: z.array(z.object({ name: z.string() })) }))
      .parse(await (await request.get('/v1/category')).json())
    expect(tree.find(({ id }) => id === merged_id)?.children).toEqual([{ name }])
  }).toPass()
  // The tree cannot be changed again until the new one has arrived.
  await expect(page.getByLabel('Saving')).toHaveCount(0)
  await node.focus()
  saved = moved()
  await page.keyboard.press('Alt+ArrowLeft')
  await saved

  // It is merged into another category with its products.
  await page.getByRole('link', { name: `${merged} 0 of 0 active` }).click()
  await drawer(page).getByRole('button', { name: 'Delete' }).click()
  const confirmation = page.getByRole('dialog', { name: `Delete ${merged}?` })
  await confirmation.getByRole('combobox', { name: 'Move products to' }).click()
  await page.getByRole('option', { name: other }).click()
  const deleted = answered(page, 'DELETE', `?move_to=${other_id}`)
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  expect((await deleted).status()).toBe(204)
  await expect(page.getByRole('link', { name: merged })).toHaveCount(0)
})

test('a theme gets products, several at once and in order', async ({ page, request }) => {
  const name = `t ${unique()}`
  await page.goto('/admin/theme?theme=new')
  const form = drawer(page)
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('button', { name: 'Add products' }).click()
  const picker = page.getByRole('dialog', { name: 'Add products' })
  const boxes = picker.getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  const newest = (await picker.getByRole('status').textContent()) ?? ''
  await picker.getByRole('searchbox', { name: 'Search products' }).fill('茶')
  // The results from before the search are gone.
  await expect(picker.getByRole('status')).not.toHaveText(newest)
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  await picker.getByRole('button', { name: 'Add 3 products' }).click()
  const products = form.getByRole('list', { name: 'Products' })
  await expect(products.getByRole('listitem')).toHaveCount(3)
  const names = await products.locator('[class*=name]').allInnerTexts()
  await form.getByRole('button', { name: `Move ${names[2]} to the top` }).click()
  const order = [names[2], names[0], names[1]]
  await expect(products.locator('[class*=name]')).toHaveText(order.map(String))
  const answer = answered(page, 'POST', '/cms/theme')
  await form.getByRole('button', { name: 'Save' }).click()
  const { id } = z.object({ id: z.number() }).parse(await (await answer).json())
  await expect(page.getByRole('row', { name }).getByText('3 of 3 active')).toBeVisible()
  await expectShop(request, `/v1/theme/${id}`).toMatchObject({ products: order.map((one) => ({ name: one })) })

  await page.goto(`/admin/theme?theme=${id}`)
  await drawer(page)
    .getByRole('button', { name: `Remove ${names[0]}` })
    .click()
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name }).getByText('2 of 2 active')).toBeVisible()
})

test('the windows of a banner are drawn; a wrong address is refused at its item, which then leads to a product', async ({
  page,
  request,
}) => {
  const hour = 3_600_000
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const picture = { image_url: '/demo/b-home-1.webp' }
  const slot = `b_${unique()}`
  const id = await create(request, '/cms/banner', {
    name: slot,
    items: [
      { ...picture, title: 'Spring', ends_at: at(-1) },
      { ...picture, title: 'Summer', starts_at: at(-1), ends_at: at(48) },
      { ...picture, title: 'Autumn', starts_at: at(48) },
      { ...picture, enabled: false },
    ],
  })
  await page.goto(`/admin/banner?banner=${id}`)
  const form = drawer(page)

  await test.step('a time line says what is shown, as of now', async () => {
    const lines = form.getByRole('list', { name: 'When each item is shown' }).getByRole('listitem')
    await expect(lines).toHaveText([
      /^SpringOver · until /,
      /^SummerLive · .+ to /,
      /^AutumnNot yet · from /,
      /^Item 4Off · always$/,
    ])
    const first = form.getByRole('group', { name: 'Row 1' })
    // Items are closed by default.
    await expect(first.getByRole('textbox')).toHaveCount(0)
    await first.getByRole('button', { name: 'Spring' }).click()
    await first.getByRole('button', { name: 'Clear Shown until' }).click()
    await expect(lines.first()).toHaveText(/^SpringLive · always$/)
  })

  await form.getByRole('button', { name: 'Add a row' }).click()
  const row = form.getByRole('group', { name: 'Row 5' })
  await row.getByRole('button', { name: 'More for Picture' }).click()
  await page.getByRole('menuitem', { name: 'Use this URL' }).click()
  await page.getByRole('textbox', { name: 'URL' }).fill('/demo/b-home-1.webp')
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await row.getByRole('textbox', { name: 'Title' }).fill('Half a day')
  await expect(form.getByRole('img', { name: 'Half a day' })).toBeVisible()
  await row.getByRole('combobox', { name: 'Link type' }).click()
  await page.getByRole('option', { name: 'Link', exact: true }).click()
  await row.getByRole('textbox', { name: 'Link', exact: true }).fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('textbox', { name: 'Link', exact: true })).toBeFocused()
  await expect(row.getByRole('textbox', { name: 'Link', exact: true })).toHaveAttribute('aria-invalid', 'true')

  await row.getByRole('combobox', { name: 'Link type' }).click()
  await page.getByRole('option', { name: 'Product' }).click()
  await row.getByRole('combobox', { name: 'Link', exact: true }).fill('桂花')
  await page.getByRole('option', { name: '桂花' }).first().click()
  await expect(row.getByRole('combobox', { name: 'Link', exact: true })).toHaveValue(/桂花/)
  await form.getByRole('button', { name: /Save|Try again/ }).click()
  // One of the five is disabled and one begins later.
  await expect(page.getByRole('row', { name: slot }).getByText('3 of 5')).toBeVisible()
  await expectShop(request, `/v1/banner/${id}`).toMatchObject({
    items: [{ title: 'Spring' }, { title: 'Summer' }, { title: 'Half a day', target_type: 'product' }],
  })
})
