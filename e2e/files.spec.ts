import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleEverywhere, expectLoaded, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'
import { pngOf, uploadItem, uploadSeveral } from './support/uploads'

/*
 * The page of files and the picker, with real uploads.
 */

// Pictures of other tests may be deleted meanwhile.
test.use({ expectedErrors: [/404 .*\/files\//] })

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const unique = () => randomBytes(4).toString('hex')

const headersOf = async (request: APIRequestContext) => ({ authorization: `Bearer ${await adminToken(request)}` })

/** Uploads a PNG through the API. `width` and `height` are in pixels. */
async function uploaded(request: APIRequestContext, name: string, width = 200, height = width) {
  const answer = await request.post('/cms/file', {
    headers: await headersOf(request),
    multipart: { file: await pngOf(name, width, height) },
  })
  const file: { id: number; url: string; version: number } = await answer.json()
  return file
}

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Drops a picture on the page, or pastes it. */
async function give(page: Page, event: 'drop' | 'paste', name: string): Promise<void> {
  const { buffer } = await pngOf(name, 40)
  await page.evaluate(
    ([kind, name, bytes]) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))
      data.items.add(new File([content], name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
    },
    [event, name, buffer.toString('base64')] as const,
  )
}

test.describe('uploads', () => {
  // The browser logs the refused and the interrupted upload.
  test.use({ expectedErrors: [/404 .*\/files\/|415|ERR_/] })

  test('a large picture, a refused file, a canceled and an interrupted upload beside others', { tag: '@core' }, async ({
    page,
  }) => {
    await page.goto('/admin/file')
    await uploadSeveral(page, { method: 'POST', url: '**/cms/file' })
  })

  test('files are dropped anywhere and pasted, and stay listed while the page is read again and another folder is opened', async ({
    page,
  }) => {
    const mark = unique()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const listed = page.getByRole('list', { name: 'Files', includeHidden: true })
    await page.goto('/admin/file')
    await give(page, 'drop', `first-${mark}.png`)
    await expect(uploadItem(page, `first-${mark}`).getByText('Uploaded', { exact: true })).toBeVisible()
    await expect(listed.getByText(`first-${mark}.png`)).toHaveCount(1)

    let readings = 0
    await page.route('**/admin/file?*', async (route) => {
      readings += 1
      await held
      await route.fallback()
    })
    const loads: string[] = []
    page.on('request', (one) => {
      if (one.resourceType() === 'document') loads.push(one.url())
    })
    for (const [event, name] of [
      ['paste', 'second'],
      ['drop', 'third'],
    ] as const) {
      await give(page, event, `${name}-${mark}.png`)
      await expect(uploadItem(page, `${name}-${mark}`).getByText('Uploaded', { exact: true })).toBeVisible()
      await expect.poll(() => readings).toBe(1)
    }
    release()
    await expect(listed.getByText(`third-${mark}.png`)).toHaveCount(1)
    const items = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem')
    await expect(items).toHaveCount(3)
    await drawer(page, 'Upload files').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'No folder' }).click()
    await expect(page).toHaveURL(/folder_id=0/)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(items).toHaveCount(3)
    expect(loads).toEqual([])
  })
})

test.describe('what is used', () => {
  test.use({ expectedErrors: [/404 .*\/files\//] })

  test('folders are made, files moved into them and deleted; what is used stays, with its uses', async ({
    page,
    request,
  }) => {
    const mark = unique()
    const kept = await uploaded(request, `kept-${mark}.png`)
    await uploaded(request, `gone-${mark}.png`)
    const nickname = `Tea ${mark}`
    await request.post('/cms/user', {
      headers: await headersOf(request),
      data: {
        username: `tea-${mark}`,
        secret: `for-browser-tests-${mark}`,
        nickname,
        group_ids: [],
        avatar_url: kept.url,
      },
    })

    await page.goto(`/admin/file?q=${mark}`)
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`Spring ${mark}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('treeitem', { name: new RegExp(`Spring ${mark}`) })).toBeVisible()

    const select = async (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await select(`kept-${mark}.png`)
    await select(`gone-${mark}.png`)
    const bar = page.getByLabel('Actions for the selection')
    await bar.getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move' })
    await dialog.getByRole('combobox', { name: 'Folder' }).click()
    await page.getByRole('option', { name: `Spring ${mark}` }).click()
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect(dialog.getByText('2 of 2 done')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: new RegExp(`Spring ${mark}`) }).click()
    await expect(page.getByRole('link', { name: `gone-${mark}.png` })).toBeVisible()

    const gone = page.getByRole('link', { name: `gone-${mark}.png` })
    await expect(page).toHaveURL(/folder_id=\d/)
    await gone.dragTo(page.getByRole('link', { name: 'No folder' }))
    await expect(page.getByText('1 file moved to No folder')).toBeVisible()
    await expect(gone).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(gone).toBeVisible()

    await select(`kept-${mark}.png`)
    await select(`gone-${mark}.png`)
    await bar.getByRole('button', { name: 'Delete' }).click()
    const deletion = page.getByRole('dialog', { name: 'Delete' })
    await expect(deletion.getByText('1 file is in use and is kept:')).toBeVisible()
    await expect(deletion.getByRole('link', { name: nickname })).toBeVisible()
    const deletions: string[] = []
    page.on('request', (one) => {
      if (one.method() === 'DELETE' || one.url().endsWith('/bulk_delete')) deletions.push(one.method())
    })
    await deletion.getByRole('button', { name: 'Delete' }).click()
    await expect(deletion.getByText('1 of 2 done, 1 failed')).toBeVisible()
    await expect(deletion.getByRole('listitem').filter({ hasText: `kept-${mark}` })).toContainText('It’s still in use.')
    expect(deletions).toEqual(['POST'])
    await deletion.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('link', { name: `gone-${mark}.png` })).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear the selection' }).click()

    await page.getByRole('link', { name: `kept-${mark}.png` }).click()
    await expect(drawer(page, `kept-${mark}.png`).getByRole('link', { name: nickname })).toBeVisible()
    await drawer(page, `kept-${mark}.png`).getByRole('button', { name: 'Delete' }).click()
    const refusal = page.getByRole('dialog', { name: /^Delete kept/ })
    await expect(refusal.getByText('It is still used in one place.')).toBeVisible()
    await expect(refusal.getByRole('link', { name: nickname })).toBeVisible()
    await expect(refusal.getByRole('button')).toHaveText('Close')
  })
})

/** The parts of the code that are loaded on use, each with a string that only the scripts of this part contain. */
const parts = { picker: 'picker.folder', editor: 'ProseMirror-' }

/** Returns the names in `parts` whose scripts the page has loaded. */
async function loadedParts(page: Page, request: APIRequestContext): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = urls.filter((url) => new URL(url).pathname.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  const texts = await Promise.all(scripts.map(async (url) => (await request.get(url)).text()))
  return Object.entries(parts).flatMap(([name, literal]) => (texts.some((text) => text.includes(literal)) ? name : []))
}

test('a picture is chosen with the keyboard in a form, which warns of its size, and another is pasted for a text', {
  tag: '@core',
}, async ({ page, request }) => {
  const mark = unique()
  const small = await uploaded(request, `small-${mark}.png`, 80)
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })

  await test.step('the picker is loaded when a picture is chosen', async () => {
    await page.goto('/admin/user?user=new')
    const choose = page.getByRole('button', { name: 'Choose from the files: Picture' })
    await expect(choose).toBeVisible()
    expect(await loadedParts(page, request)).toEqual([])
    await choose.press('Enter')
    await expect(picker.getByRole('searchbox')).toBeFocused()
    expect(await loadedParts(page, request)).toEqual(['picker'])
  })

  await test.step('one is found and chosen by keyboard', async () => {
    await page.keyboard.type(mark)
    const first = picker.getByRole('list', { name: 'Pictures' }).getByRole('button')
    await expect(first).toHaveCount(1)
    await first.focus()
    await page.keyboard.press('Space')
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await expect(picker.getByText(/small-.* has 80 × 80 px and may look blurred/)).toBeVisible()
    await picker.getByRole('button', { name: 'Use this picture' }).press('Enter')
    await expect(picker).toBeHidden()
    await expect(page.getByRole('button', { name: 'Replace: Picture' }).locator('img')).toHaveAttribute(
      'src',
      small.url,
    )
  })

  await test.step('the editor is loaded with the first text', async () => {
    await page.goto('/admin/notice')
    expect(await loadedParts(page, request)).toEqual([])
    await page.getByRole('button', { name: 'New announcement' }).first().click()
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
    expect(await loadedParts(page, request)).toEqual(['editor'])
  })

  await test.step('one that is pasted into the picker is uploaded, chosen and inserted', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Picture', exact: true }).click()
    await expect(picker.getByText(/JPEG, PNG, WEBP/)).toBeVisible()
    await give(page, 'paste', `pasted-${mark}.png`)
    await expect(uploadItem(page, `pasted-${mark}`).getByText('Uploaded', { exact: true })).toBeVisible()
    await expect(picker.getByRole('list', { name: 'Pictures' }).getByRole('button', { pressed: true })).toContainText(
      `pasted-${mark}.png`,
    )
    await picker.getByRole('button', { name: 'Use this picture' }).click()
    const inserted = page.getByRole('textbox', { name: 'Content' }).locator('img[src]')
    await expect(inserted).toHaveAttribute('src', /^\/files\//)
  })
})

test('the content of a file is replaced in its drawer, and what uses it shows the new one', async ({
  page,
  request,
}) => {
  const mark = unique()
  const headers = await headersOf(request)
  const file = await uploaded(request, `tea-${mark}.png`, 120, 80)
  const made = await request.post('/cms/category', { headers, data: { name: `Tea ${mark}`, image_url: file.url } })
  const category: { id: number } = await made.json()
  await page.goto(`/admin/file?file=${file.id}`)
  const form = drawer(page, `tea-${mark}.png`)
  await expect(form.getByText('120 × 80')).toBeVisible()
  await expect(form.getByRole('link', { name: `Tea ${mark}` })).toBeVisible()
  await form.locator('input[type=file]').setInputFiles([await pngOf(`other-${mark}.png`, 60, 40)])
  await expect(page.getByText(`tea-${mark}.png was replaced`)).toBeVisible()
  await expect(form.getByText('60 × 40')).toBeVisible()
  await expect(form.getByText(file.url)).toHaveCount(0)
  await expect(form.getByRole('link', { name: `Tea ${mark}` })).toBeVisible()
  const after: { image_url: string } = await (await request.get(`/cms/category/${category.id}`, { headers })).json()
  expect(after.image_url).not.toBe(file.url)
  await expect(form.getByRole('link', { name: 'Open the file' })).toHaveAttribute('href', after.image_url)
})

test('the files are shown before the folders and the quota are read, and stay where they are', async ({
  page,
  request,
}) => {
  const mark = unique()
  const headers = await headersOf(request)
  await request.post('/cms/file/folder', { headers, data: { name: `Late ${mark}` } })
  await uploaded(request, `early-${mark}.png`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/cms\/file\/(folder|limit)$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/admin/file?q=${mark}`)
  const file = page.getByRole('link', { name: `early-${mark}.png` })
  const folder = page.getByRole('treeitem', { name: new RegExp(`Late ${mark}`) })
  const places: unknown[] = []
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    places.push(await file.boundingBox())
  }
  await expect(folder).toHaveCount(0)
  release()
  await expect(folder).toHaveCount(1)
  await expect(page.getByText(/used$/)).toBeVisible()
  expect(await file.boundingBox()).toEqual(places.pop())
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await file.boundingBox()).toEqual(places.pop())
})

test('files as a table, uploads and the picker are accessible, and fit in both languages', async ({
  page,
  request,
  baseURL,
}) => {
  await uploaded(request, `a-picture-with-a-rather-long-name-${unique()}.png`, 300, 200)
  const check = async (part: string) => {
    await expectLoaded(page, part)
    await expectAccessibleEverywhere(page, part)
  }
  for (const look of [
    { locale: 'en', scheme: 'light', choose: /^Choose from/ },
    { locale: 'zh-CN', scheme: 'light', choose: /^从文件中选择/ },
  ] as const) {
    await wear(page, look, baseURL)
    await page.goto('/admin/file')
    // The table remains selected.
    if (look.locale === 'en') await page.getByRole('button', { name: 'Show as a table' }).click()
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await check('html')
    await page.goto('/admin/file?file=new')
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles([await pngOf(`a-picture-with-a-rather-long-name-${unique()}.png`, 60)])
    await expect(page.getByRole('dialog').getByRole('listitem').getByRole('textbox')).toBeVisible()
    await check('[role=dialog]')
    await page.goto('/admin/user?user=new')
    await page.getByRole('button', { name: look.choose }).click()
    await expect(page.getByRole('dialog').last().getByRole('searchbox')).toBeVisible()
    await check('[role=dialog]')
  }
})

test('as a table, the files fit at 1440 pixels', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const mark = unique()
  await uploaded(request, `an-autumn-day-with-a-long-name-${mark}.png`)
  await page.goto(`/admin/file?q=${mark}`)
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const cells = page.getByRole('table').locator('th, td')
  await expect(cells.first()).toBeVisible()
  const right = await page
    .getByRole('table')
    .evaluate((table) => table.closest('section')?.getBoundingClientRect().right ?? 0)
  for (const cell of await cells.all()) {
    const box = await cell.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(right)
  }
})
