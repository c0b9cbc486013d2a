import type { Locator, Page } from '@playwright/test'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/*
 * The editor of texts, in the form of a notice.
 */

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const tool = (page: Page, name: string | RegExp) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('toolbar') })
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save' }).click()

/** Pastes HTML at the cursor of an editor, like a browser. */
const paste = (part: Locator, html: string) =>
  part.evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', data)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

/** Returns the HTML of the editor, without line breaks and without the empty paragraph at the end of the text. */
const htmlOf = (part: Locator) =>
  part.evaluate((element) => element.innerHTML.replaceAll(/<br[^>]*>/g, '').replace(/<p><\/p>$/, ''))

test('a text is written with the keyboard and the toolbar, and is the same when it is opened again', {
  tag: '@core',
}, async ({ page }) => {
  const title = `Written ${Date.now().toString(36)}`
  await page.goto('/admin/notice?notice=new')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await text(page).click()

  await test.step('the toolbar is one stop of the Tab key, and its menus work with the arrow keys', async () => {
    await page.keyboard.press('Alt+F10')
    await expect(tool(page, 'Style: Paragraph')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Heading 2' }).focus()
    await page.keyboard.press('Enter')
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('Opening hours')
    await expect(tool(page, 'Style: Heading 2')).toBeVisible()
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('ArrowRight')
    await expect(tool(page, 'Bold')).toBeFocused()
    await page.keyboard.press('End')
    await expect(tool(page, 'Preview on a phone')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tool(page, /^Style/)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(text(page)).toBeFocused()
    await expect(drawer(page)).toBeVisible()
  })

  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('Closed')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(' on Monday & Tuesday > all day')
  await tool(page, 'Center').click()
  await expect(tool(page, 'Center')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await tool(page, 'Center').click()
  await tool(page, 'List').click()
  await page.keyboard.type('tea')
  await page.keyboard.press('Enter')
  await page.keyboard.type('bowls')
  await tool(page, 'Move into a sublist').click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await test.step('a link must have an address that the cleaner allows', async () => {
    await tool(page, 'Link').click()
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(address).toHaveAccessibleDescription('Enter a link, an e-mail address or a phone number.')
    await page.keyboard.press('Escape')
    await expect(address).toBeHidden()
    await expect(text(page)).toBeFocused()
    await tool(page, 'Link').click()
    await address.fill('shop.example/map')
    await page.keyboard.press('Enter')
    await expect(text(page)).toBeFocused()
  })

  await page.keyboard.press('Enter')
  await tool(page, 'Table').click()
  await page.getByRole('menuitem', { name: 'Insert a table' }).click()
  await page.keyboard.type('Day')
  await tool(page, 'Table').click()
  await page.getByRole('menuitem', { name: 'Delete the column' }).click()
  await page.keyboard.type('Hours')
  await tool(page, 'Table').click()
  await page.getByRole('menuitem', { name: 'Delete the row' }).click()
  await page.keyboard.type('9 to 5')
  await tool(page, 'Undo').click()
  await tool(page, 'Redo').click()

  // The Tab key moves from cell to cell, and from the last one out of the text.
  for (let cells = 0; cells < 4; cells++) await page.keyboard.press('Tab')
  await expect(text(page)).not.toBeFocused()
  await expect(drawer(page).getByText(/^\d+ words$/)).toBeVisible()

  const written = await htmlOf(text(page))
  expect(written).toContain('<h2>Opening hours</h2>')
  expect(written).toContain('<p class="align-center"><strong>Closed</strong> on Monday &amp; Tuesday &gt; all day</p>')
  expect(written).toContain('<ul><li><p>tea</p><ul><li><p>bowls</p></li></ul></li></ul>')
  expect(written).toContain('<a href="https://shop.example/map" rel="noopener nofollow">shop.example/map</a>')
  expect(written.match(/<tr>/g)).toHaveLength(2)
  expect(written.match(/<t[dh]>/g)).toHaveLength(4)

  const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/cms/notice'))
  const saved = page.waitForResponse((one) => one.request().method() === 'POST' && one.url().endsWith('/cms/notice'))
  await save(page)
  const body: { content: string } = (await sent).postDataJSON()
  const stored: { content: string } = await (await saved).json()
  expect(stored.content).toBe(body.content)

  await page.getByRole('link', { name: title }).click()
  await expect(text(page)).toBeVisible()
  await expect.poll(() => htmlOf(text(page))).toBe(written)
  // Without changes the drawer closes without a question.
  await text(page).click()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
})

test('undoing does not change a text that was stored in another form; a text that is too long has its fault at the field', async ({
  page,
  request,
}) => {
  const title = `Plain ${Date.now().toString(36)}`
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const content = 'no paragraph <ol start="1"><li>one</li></ol><table><thead><tr><th>h</th></tr></thead></table>'
  await request.post('/cms/notice', { headers, data: { title, content } })
  await page.goto('/admin/notice')
  await page.getByRole('link', { name: title }).click()
  await text(page).getByText('no paragraph').click()
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Discard what you typed?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await text(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()

  await test.step('too long, while it is written and when it is saved', async () => {
    await page.getByRole('link', { name: title }).click()
    await text(page).click()
    await paste(text(page), `<p>${'x'.repeat(200_000)}</p>`)
    await expect(text(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(text(page)).toHaveAccessibleDescription(/^At most 200,000 characters, with markup\./)
    await page.getByRole('textbox', { name: 'Title' }).focus()
    await save(page)
    await expect(text(page)).toBeFocused()
  })
})
