import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible, expectNoOverflow } from './support/page'
import { adminToken, carry, tokenOf } from './support/session'
import { expect, test } from './support/test'
import { pngOf, uploadItem } from './support/uploads'

/* The pages of products: the list, and a product from its creation to the trash. */

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const unique = () => randomBytes(4).toString('hex')
const asRoot = async (request: APIRequestContext) => ({ authorization: `Bearer ${await adminToken(request)}` })

const Product = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  skus: z.array(
    z.object({
      id: z.number(),
      spec_values: z.array(z.string()),
      price: z.number(),
      stock: z.number(),
      sku_no: z.string(),
    }),
  ),
})

async function readProduct(request: APIRequestContext, id: number) {
  const answer = await request.get(`/cms/product/${id}`, { headers: await asRoot(request) })
  return Product.parse(await answer.json())
}

/** Creates a product without specs, as a draft. `more`: fields to add or to replace. */
async function createProduct(request: APIRequestContext, name: string, more: object = {}) {
  const categories = z.array(z.object({ id: z.number() })).parse(await (await request.get('/v1/category')).json())
  // The category screen of the shop opens with the first one.
  const category_id = categories.at(-1)?.id
  const data = { name, category_id, content: '', skus: [{ price: 1_990, stock: 5 }], ...more }
  const answer = await request.post('/cms/product', { headers: await asRoot(request), data })
  expect(answer.status()).toBe(201)
  return Product.parse(await answer.json())
}

/** Orders this number of pieces of a SKU, as a customer. */
async function order(request: APIRequestContext, sku_id: number | undefined, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'customer')}` }
  const data = { items: [{ sku_id, count }] }
  expect((await request.post('/v1/order', { headers, data })).status()).toBe(201)
}

/** Gives the focus to an input without a click, and types a text. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await page.keyboard.type(text)
}

/** Pastes a text into the focused element, like a text copied from a spreadsheet. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a product is made by keyboard, filled by paste and sold', { tag: '@core' }, async ({ page, request }) => {
  const name = `Shirt ${unique()}`
  let showCategories = () => {}
  const areShown = new Promise<void>((resolve) => {
    showCategories = resolve
  })
  await page.route('**/cms/category', (route) => areShown.then(() => route.continue()))
  await page.goto('/admin/product')
  await page.getByRole('link', { name: 'New product' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/product/new')

  await test.step('three by four SKUs by keyboard alone', async () => {
    await typeInto(page, page.getByRole('region', { name: 'Basics' }).getByRole('textbox', { name: 'Name' }), name)
    const category = page.getByRole('combobox', { name: 'Category' })
    await category.focus()
    await page.keyboard.press('ArrowDown')
    showCategories()
    await expect(page.getByRole('option').first()).toBeVisible()
    // In a list that was filled after it opened, no option is highlighted: Enter does not submit the form.
    await page.keyboard.press('Enter')
    await expect(category).toHaveAttribute('aria-expanded', 'true')
    await expect(category).not.toHaveAttribute('aria-invalid', 'true')
    // With the delay of a real key press, so that the list can render between two.
    await page.keyboard.press('ArrowDown', { delay: 50 })
    await page.keyboard.press('Enter', { delay: 50 })
    await expect(category).not.toHaveValue('')
    const add = page.getByRole('button', { name: 'Add an option' })
    for (const [spec, values] of [
      ['Color', ['Red', 'Green', 'Blue']],
      ['Size', ['S', 'M', 'L', 'XL']],
    ] as const) {
      await add.focus()
      await page.keyboard.press('Enter')
      // The focus is in the name of the new spec.
      await expect(page.getByRole('group', { name: 'New option' }).getByRole('textbox', { name: 'Name' })).toBeFocused()
      await page.keyboard.type(spec)
      await page.getByRole('textbox', { name: `Add values to ${spec}` }).focus()
      for (const value of values) {
        await page.keyboard.type(value)
        await page.keyboard.press('Enter')
      }
    }
    await expect(page.getByText('12 SKUs', { exact: true })).toBeVisible()
  })

  await test.step('prices and stock are pasted from a spreadsheet', async () => {
    await cell(page, 'Red / S: Price (¥)').focus()
    const lines = Array.from({ length: 12 }, (_, index) => `${19 + index}.99\t${index === 0 ? 'many' : 10 + index}`)
    await paste(page, `${lines.join('\r\n')}\r\n`)
    await expect(page.getByText('24 cells were pasted.')).toBeVisible()
    await expect(cell(page, 'Blue / XL: Price (¥)')).toHaveValue('30.99')
    // The arrow keys continue from there.
    await page.keyboard.press('ArrowDown')
    await expect(cell(page, 'Red / M: Price (¥)')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cell(page, 'Red / M: Stock')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(cell(page, 'Red / S: Stock')).toHaveValue('many')
  })

  await test.step('pictures are dropped in', async () => {
    const pictures = await Promise.all(['front', 'back'].map((side) => pngOf(`${side}-${name}.png`, 60)))
    const dropped = await page.evaluateHandle(
      (files) => {
        const data = new DataTransfer()
        for (const [file, content] of files) {
          const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
          data.items.add(new File([bytes], file, { type: 'image/png' }))
        }
        return data
      },
      pictures.map((picture) => [picture.name, picture.buffer.toString('base64')] as const),
    )
    await page.getByRole('group', { name: 'Pictures' }).dispatchEvent('drop', { dataTransfer: dropped })
    for (const picture of pictures) {
      await expect(uploadItem(page, picture.name).getByText('Uploaded', { exact: true })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Use 2 pictures' }).click()
    await expect(page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('a fault is shown at its cell, then the product is saved', async () => {
    const status = page.getByRole('combobox', { name: 'Status' })
    await status.focus()
    await page.keyboard.press('ArrowDown')
    // The list opens with the current status highlighted; the next one is “Active”.
    await expect(page.getByRole('option', { name: 'Active', exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown', { delay: 50 })
    await page.keyboard.press('Enter', { delay: 50 })
    await expect(status).toHaveValue('Active')
    await expect(page.getByRole('option', { name: 'Active', exact: true })).toBeHidden()
    await expect(status).toBeFocused()
    await page.keyboard.press('Control+s')
    const faulty = cell(page, 'Red / S: Stock')
    await expect(faulty).toBeFocused()
    await expect(faulty).toHaveAccessibleDescription('Check the type of this value.')
    await page.keyboard.type('10')
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(/\/admin\/product\/\d+$/)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  })

  const id = Number(page.url().split('/').at(-1))
  const { skus } = await readProduct(request, id)
  expect(skus).toHaveLength(12)
  expect(skus[0]).toMatchObject({ spec_values: ['Red', 'S'], price: 1_999, stock: 10 })

  await test.step('it is sold in the storefront', async () => {
    await page.goto(`/product/${id}`)
    await page.getByRole('radio', { name: 'Red', exact: true }).check()
    await page.getByRole('radio', { name: 'S', exact: true }).check()
    await expect(page.getByRole('main').getByText('10 in stock')).toBeVisible()
    await expect(page.getByRole('main').getByText('¥19.99')).toBeVisible()
    await order(request, skus[0]?.id, 2)
  })
})

test('a product is counted, a SKU of it is withdrawn, and it goes into the bin and is restored', async ({
  page,
  request,
  expectedErrors,
}) => {
  // The count is outdated by an order and refused.
  expectedErrors.push(/409/)
  const name = `Shirt ${unique()}`
  const { id, skus } = await createProduct(request, name, {
    status: 'on_sale',
    images: ['/demo/b-home-1.webp'],
    specs: [
      { name: 'Color', values: [{ name: 'Red' }, { name: 'Green' }] },
      { name: 'Size', values: [{ name: 'S' }, { name: 'M' }] },
    ],
    skus: ['Red', 'Green'].flatMap((color) =>
      ['S', 'M'].map((size) => ({ values: [color, size], price: 1_990, stock: 10 })),
    ),
  })
  await order(request, skus[0]?.id, 2)

  await test.step('it is counted, also on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(`/admin/product/${id}`)
    await expectNoOverflow(page)
    await page.getByRole('heading', { name: 'Options and SKUs' }).scrollIntoViewIfNeeded()
    const adjust = page.getByRole('button', { name: 'Adjust the stock of Red / S' })
    await adjust.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Stock of Red / S' })
    await expect(dialog.getByRole('cell', { name: 'Order placed' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByText('Set', { exact: true }).click()
    // Another order, placed while the pieces are counted.
    await order(request, skus[0]?.id, 1)
    await typeInto(page, dialog.getByRole('textbox', { name: 'Counted quantity' }), '6')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('The stock is now 7, not 8. Check the count, then save again.')
    await dialog.getByRole('button', { name: 'Save stock' }).click()
    await expect(page.getByText('Red / S: 6 in stock')).toBeVisible()
    await expect(adjust).toBeFocused()
    expect((await readProduct(request, id)).skus[0]?.stock).toBe(6)
  })

  await test.step('a SKU with stock and open orders is withdrawn only after a question, and comes back as itself', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('checkbox', { name: 'Select Red / S', exact: true }).check()
    await page.getByRole('button', { name: 'Remove 1 row' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Remove 1 SKU?' })
    await expect(question.getByRole('row', { name: 'Red / S 6 3 0' })).toBeVisible()
    await question.getByRole('button', { name: 'Remove and save' }).click()
    await expect(page.getByText(/ was saved$/)).toBeVisible()
    expect((await readProduct(request, id)).skus).toHaveLength(3)
    await page.reload()
    // The section is filled when it comes near, and the reload may have kept another position.
    await page.getByRole('heading', { name: 'Options and SKUs' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Add the missing combination' }).click()
    await typeInto(page, cell(page, 'Red / S: Price (¥)'), '21')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/ was saved$/)).toBeVisible()
    const after = await readProduct(request, id)
    expect(after.skus.find(({ spec_values }) => spec_values.join() === 'Red,S')).toMatchObject({
      id: skus[0]?.id,
      price: 2_100,
      stock: 0,
    })
  })

  await test.step('it goes into the bin and is restored', async () => {
    await page.goto(`/admin/product?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await expect(page.getByText(`${name} was moved to trash`)).toBeVisible()
    expect((await request.get(`/v1/product/${id}`)).status()).toBe(404)
    await page.getByRole('navigation', { name: 'Products by status' }).getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await expect(page.getByText(`${name} was restored and is inactive`)).toBeVisible()
  })
})

test('a draft is offered again, changes by other users are shown, and input while saving stays', async ({
  page,
  request,
  expectedErrors,
}) => {
  // The outdated version is refused.
  expectedErrors.push(/409/)
  const name = `Bowl ${unique()}`
  const { id, version } = await createProduct(request, name)
  await page.goto(`/admin/product/${id}`)
  await page.getByRole('heading', { name: 'Options and SKUs' }).scrollIntoViewIfNeeded()
  await typeInto(page, cell(page, 'Default: Price (¥)'), '25.5')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft/')).length), {
      timeout: 10_000,
    })
    .toBe(1)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const draft = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(draft.getByRole('row', { name: /Price \(¥\) 19\.90 25\.50/ })).toBeVisible()
  await draft.getByRole('button', { name: 'Restore' }).click()
  await expect(cell(page, 'Default: Price (¥)')).toHaveValue('25.50')

  const headers = await asRoot(request)
  const { skus } = await readProduct(request, id)
  const data = { version, skus: skus.map((sku) => ({ id: sku.id, price: 3_000 })) }
  expect((await request.put(`/cms/product/${id}`, { headers, data })).status()).toBe(200)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const stale = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(stale.getByRole('row', { name: /Price \(¥\) 30\.00 25\.50/ })).toBeVisible()
  await stale.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText(/ was saved$/)).toBeVisible()
  expect((await readProduct(request, id)).skus[0]?.price).toBe(2_550)

  await test.step('what is typed while it is saved stays, and is saved next', async () => {
    const field = page.getByRole('region', { name: 'Basics' }).getByRole('textbox', { name: 'Name' })
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    await page.route(`**/cms/product/${id}`, async (route) => {
      await held
      await route.continue()
    })
    await field.press('End')
    await page.keyboard.type(' a')
    const sent = page.waitForRequest((asked) => asked.method() === 'PUT')
    await page.keyboard.press('ControlOrMeta+s')
    await sent
    await page.keyboard.type('bc')
    proceed()
    await expect(page.getByText(`${name} a was saved`)).toBeVisible()
    await expect(page.getByRole('heading', { name: `${name} a`, level: 1 })).toBeVisible()
    await expect(field).toHaveValue(`${name} abc`)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText(`${name} abc was saved`)).toBeVisible()
    expect((await readProduct(request, id)).name).toBe(`${name} abc`)
  })
})

test('prices of several products are changed at once, and what cannot be on sale says why', async ({
  page,
  request,
}) => {
  const mark = unique()
  const first = await createProduct(request, `A ${mark}`)
  await createProduct(request, `B ${mark}`)
  await page.goto(`/admin/product?q=${mark}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByLabel('Actions for the selection')
  await bar.getByRole('button', { name: 'Change prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  const run = dialog.getByRole('button', { name: 'Change prices' })
  await expect(run).toBeDisabled()
  await dialog.getByText('By an amount').click()
  await dialog.getByRole('textbox', { name: 'Amount in yuan' }).fill('-1.5')
  await expect(dialog.getByRole('listitem').first()).toContainText('→ ¥18.40')
  await run.click()
  await expect(dialog.getByText('2 of 2 done')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText('→ ¥18.40')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect((await readProduct(request, first.id)).skus[0]?.price).toBe(1_840)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('It has no picture.').first()).toBeVisible()
})

test('on a wide screen, publishing and the category stand beside the form; groups are labelled as fields are', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1680, height: 1000 })
  await page.goto('/admin/product/new')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const category = section('Publishing').getByRole('combobox', { name: 'Category' })
  await expect(category).toBeVisible()
  const [basics, publishing] = await Promise.all([section('Basics').boundingBox(), section('Publishing').boundingBox()])
  expect(publishing?.x).toBeGreaterThan((basics?.x ?? 0) + (basics?.width ?? 0))
  expect(publishing?.y).toBe(basics?.y)
  const table = section('Options and SKUs').getByRole('table').locator('..')
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const styleOf = (label: Locator) =>
    label.evaluate((element) => {
      const { fontSize, fontWeight, color } = getComputedStyle(element)
      return { fontSize, fontWeight, color }
    })
  const field = section('Basics').locator('label').filter({ hasText: 'Name' })
  const group = section('Basics').locator('legend').filter({ hasText: 'Properties' })
  expect(await styleOf(group)).toEqual(await styleOf(field))
  // The label is only in the title of the section.
  await expect(section('Pictures').getByText('Pictures', { exact: true })).toHaveCount(2)
  expect((await section('Pictures').locator('legend').first().boundingBox())?.width).toBe(1)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(section('Basics').getByRole('combobox', { name: 'Category' })).toBeVisible()
})
