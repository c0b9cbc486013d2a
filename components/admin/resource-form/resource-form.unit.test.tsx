import { inAdmin } from '@/components/admin/testing/in-admin'
import { RefreshProvider } from '@/components/ui/refresh'
import { defineFonts, routerTo } from '@/components/ui/testing/browser'
// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { AdminProvider } from '@/components/admin/frame/admin-context'
import { useTrackUpload } from '@/components/ui/form-uploads'
import { edits, imageUrlInput, line, momentInput, paragraphs } from '@/lib/kit/api/endpoint/fields'
import admin from '@/lib/kit/i18n/en/admin.json'
import form from '@/lib/kit/i18n/en/form.json'
import refusal from '@/lib/kit/i18n/en/refusal.json'
import toast from '@/lib/kit/i18n/en/toast.json'
import { SendError } from '@/lib/server/client'
import { ResourceForm } from './resource-form'
import { leave } from './unsaved'

const fields = {
  title: line(1, 64),
  text: paragraphs(0, 500),
  type: z.literal([1, 2]),
  starts_at: momentInput.nullable(),
  image_urls: z.array(imageUrlInput),
  items: z.array(z.strictObject({ title: line(1, 9), count: z.int().min(1), hidden: line(1, 9).optional() })).min(1),
}
const changes = edits(fields)
const record = {
  id: 1,
  version: 3,
  title: 'Sale',
  text: 'One\nTwo',
  type: 1,
  starts_at: '2026-11-20T00:30:00.000Z',
  image_urls: ['/a.webp', '/b.webp'],
  items: [
    { title: 'first', count: 1, sort_order: 10 },
    { title: 'second', count: 2, sort_order: 20 },
    { title: 'third', count: 3, sort_order: 30 },
  ],
}

const zone = process.env.TZ
const router = routerTo()
const names = { separator: ', ', verbs: {}, modules: {} }
const user = { id: 1, name: 'Root', account: 'root', is_root: true, groups: [] }

configure({ asyncUtilTimeout: 10_000 })

beforeAll(() => {
  defineFonts()
})
beforeEach(() => {
  process.env.TZ = 'America/New_York'
  // happy-dom has no layout: gives rows positions below one another, which moving them needs.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const row = this.closest('li')
    const top = row?.parentElement ? [...row.parentElement.children].indexOf(row) * 50 : 0
    return new DOMRect(0, top, 100, 50)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const historyOf = (before: Record<string, unknown>) => ({
  items: [
    {
      id: 9,
      created_at: '2026-11-20T02:15:04.120Z',
      user: { id: 2, username: 'lin', nickname: 'Lin', is_key: false },
      module: 'user',
      action: 'update',
      target_name: 'Sale',
      before,
      after: {},
      referred: [],
    },
  ],
  page: 1,
  size: 20,
  total: 1,
  next_cursor: null,
})

/** Renders the form with its providers. Returns the list of the bodies that the form sends. */
function show(
  answer: () => Promise<unknown> = async () => undefined,
  {
    version = 3,
    isAutosaved = false,
    isMeant = async () => true,
    onClose = () => {},
    hasCards = false,
    read = undefined,
    before = undefined,
  }: {
    version?: number
    isAutosaved?: boolean
    isMeant?: () => Promise<boolean>
    onClose?: () => void
    hasCards?: boolean
    read?: (() => Promise<typeof record>) | undefined
    /** The former values in the history of the record: the values before a change. */
    before?: Record<string, unknown> | undefined
  } = {},
) {
  const sent: z.output<typeof changes>[] = []
  const opened = { ...record, version }
  render(
    <AppRouterContext value={router}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={{ admin, form, refusal, toast }}>
        <MantineProvider env="test">
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
            <RefreshProvider>
              <ResourceForm
                record={opened}
                isAutosaved={isAutosaved}
                onClose={onClose}
                {...(read && { read })}
                {...(before && { history: async () => historyOf(before) })}
                resource="user"
                title="New campaign"
                nameOf={({ title }) => title}
                fields={[
                  { name: 'title', label: 'Name' },
                  { name: 'text', label: 'Text' },
                  {
                    name: 'type',
                    label: 'Type',
                    options: [
                      { value: '1', label: 'Notice' },
                      { value: '2', label: 'Announcement' },
                    ],
                  },
                  { name: 'starts_at', label: 'Starts' },
                  { name: 'image_urls', label: 'Pictures' },
                  {
                    name: 'items',
                    label: 'Items',
                    rowName: ({ title }) => String(title),
                    ...(hasCards && { card: ({ title }) => ({ title: String(title), picture: null }) }),
                    fields: [
                      { name: 'title', label: 'Title' },
                      { name: 'count', label: 'Count' },
                    ],
                  },
                ]}
                update={{
                  schema: changes,
                  confirm: isMeant,
                  send: async (_, body) => {
                    sent.push(body)
                    return answer()
                  },
                }}
              />
            </RefreshProvider>
          </AdminProvider>
        </MantineProvider>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  return sent
}

/** Waits for the input of the field at a path. Resolves to the input. */
const input = (path: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-field="${path}"]`)
    if (!found) throw new Error(`There is no ${path}.`)
    return found
  })
const button = (name: string | RegExp) => screen.findByLabelText(name, { selector: 'button' })
const titles = () => screen.getAllByLabelText(/^Title/).map((one) => one.getAttribute('value'))
const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
const press = (text: string | RegExp) =>
  fireEvent.click(screen.getByText(text, { selector: 'button *' }).closest('button') ?? document)
const save = () => press(/^(Save|Try again)$/)
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

describe('a list of objects', () => {
  test('shows a fault at its cell and focuses it', async () => {
    const sent = show()
    const cell = await input('items.1.title')
    type(cell, '')
    save()
    await waitFor(() => expect(document.activeElement).toBe(cell))
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(cell)).toContain('This is required.')
    expect(sent).toEqual([])
    type(cell, 'again')
    expect(cell.getAttribute('aria-invalid')).not.toBe('true')
  })

  test("shows the server's faults at their cells, and those without a cell at the list", async () => {
    const param = { in: 'body' as const, reason: '', code: 'already_exists' as const }
    const faults = [{ ...param, name: 'items.2.count' }]
    show(async () => {
      throw new SendError('invalid_request', '', 400, undefined, faults)
    })
    const cell = await input('items.2.count')
    type(await input('title'), 'Other')
    save()
    await waitFor(() => expect(document.activeElement).toBe(cell))
    faults.splice(0, 1, { ...param, name: 'items.1.hidden' })
    save()
    const list = await input('items')
    await waitFor(() => expect(document.activeElement).toBe(list))
    expect(describedBy(list)).toEqual(['Row 2: This is taken already.'])
  })

  test('can be reordered with the keyboard, extended and shortened, and is sent as its schema requires', async () => {
    const sent = show()
    const handle = await button('Move Row 3')
    handle.focus()
    fireEvent.keyDown(handle, { code: 'Space' })
    await screen.findByText(/^Row 3 .* place 3 of 3\.$/)
    // The sensor attaches its key listener and measures the rows asynchronously.
    await new Promise((done) => setTimeout(done, 50))
    fireEvent.keyDown(handle, { code: 'ArrowUp' })
    await screen.findByText('Row 3 is now at place 2 of 3.')
    fireEvent.keyDown(handle, { code: 'Space' })
    await waitFor(() => expect(titles()).toEqual(['first', 'third', 'second']))
    // The sensor gives the focus back to the handle in a later frame.
    await new Promise((done) => setTimeout(done, 50))
    fireEvent.click(await button('Remove Row 1'))
    expect(titles()).toEqual(['third', 'second'])
    press('Add a row')
    const added = await input('items.2.title')
    await waitFor(() => expect(document.activeElement).toBe(added))
    type(added, 'new')
    type(await input('items.2.count'), '4')
    save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toEqual([
      {
        version: 3,
        items: [
          { title: 'third', count: 3 },
          { title: 'second', count: 2 },
          { title: 'new', count: 4 },
        ],
      },
    ])
  })
})

test('cards are closed by default; their title, a fault or adding one opens them', async () => {
  show(undefined, { hasCards: true })
  const heads = () => screen.findAllByRole('button', { expanded: false, name: /^(first|second|third)$/ })
  expect((await heads()).map(({ textContent }) => textContent)).toEqual(['first', 'second', 'third'])
  expect(document.querySelector('[data-field="items.0.title"]')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'second' }))
  const cell = await input('items.1.title')
  type(cell, '')
  fireEvent.click(screen.getByRole('button', { name: 'Row 2' }))
  expect(document.querySelector('[data-field="items.1.title"]')).toBeNull()
  save()
  await waitFor(async () => expect(document.activeElement).toBe(await input('items.1.title')))
  type(await input('items.1.title'), 'again')
  expect(screen.getByRole('button', { name: 'again' }).getAttribute('aria-expanded')).toBe('true')
  press('Add a row')
  await waitFor(async () => expect(document.activeElement).toBe(await input('items.3.title')))
})

test('faults of several fields are listed with links until they are corrected', async () => {
  const sent = show()
  const title = await input('title')
  const cell = await input('items.1.title')
  type(title, '')
  type(cell, '')
  save()
  const summary = await screen.findByRole('group', { name: 'Check 2 fields' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
  const links = () => [...summary.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(links()).toEqual(['Name This is required.', 'Items › Row 2 › Title This is required.'])
  fireEvent.click(screen.getByText('Items › Row 2 › Title'))
  expect(document.activeElement).toBe(cell)
  type(cell, 'again')
  expect(links()).toEqual(['Name This is required.'])
  type(title, 'Sale')
  expect(screen.queryByRole('group', { name: /Check/ })).toBeNull()
  expect(sent).toEqual([])
})

test('a change that the user does not confirm is not sent, and the input stays', async () => {
  const answers = [false, true]
  const sent = show(undefined, { isMeant: async () => answers.shift() ?? true })
  const title = await input('title')
  type(title, 'Other')
  save()
  await waitFor(() => expect(answers).toEqual([true]))
  expect(sent).toEqual([])
  expect(title.getAttribute('value')).toBe('Other')
  await waitFor(() => expect(screen.getByText('Save').closest('button')?.hasAttribute('data-loading')).toBe(false))
  save()
  await waitFor(() => expect(sent).toEqual([{ title: 'Other', version: 3 }]))
})

test('a save that does not reach the server shows this, keeps the input, and can be repeated', async () => {
  const answers = [() => Promise.reject(new SendError('network', '')), async () => undefined]
  const closed = vi.fn()
  const sent = show(() => answers.shift()?.() ?? Promise.resolve(), { onClose: closed })
  const title = await input('title')
  type(title, 'Offline')
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('The server could not be reached.')
  expect(title.getAttribute('value')).toBe('Offline')
  expect(closed).not.toHaveBeenCalled()
  save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent).toEqual([1, 2].map(() => ({ title: 'Offline', version: 3 })))
})

test('a saved form closes without confirmation, even if timers are faster than rendering', async () => {
  const closed = vi.fn()
  show(undefined, { onClose: () => leave(closed) })
  type(await input('title'), 'Other')
  await screen.findByText('Save')
  vi.stubGlobal('setTimeout', (callback: () => void) => callback())
  save()
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1)).finally(vi.unstubAllGlobals)
  expect(screen.queryByText('Discard what you typed?')).toBeNull()
})

test('a numeric choice is sent as a number', async () => {
  const sent = show()
  fireEvent.click(await input('type'))
  fireEvent.click(await screen.findByText('Announcement'))
  save()
  await waitFor(() => expect(sent).toEqual([{ type: 2, version: 3 }]))
})

test("a moment is shown in the shop's time zone and can be cleared", async () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/New_York')
  const sent = show()
  const moment = await input('starts_at')
  expect(moment.textContent).toBe('2026-11-20 08:30')
  expect(moment.getAttribute('aria-label')).toBe('Starts: 2026-11-20 08:30')
  expect(describedBy(moment)).toEqual(['In the shop’s time zone, Asia/Shanghai'])
  fireEvent.click(await button('Clear Starts'))
  save()
  await waitFor(() => expect(sent).toEqual([{ starts_at: null, version: 3 }]))
})

test('a picture of a list can be replaced, and a text can have several lines', async () => {
  const sent = show()
  fireEvent.click(await input('image_urls.1'))
  type(await screen.findByLabelText('URL'), '/c.webp')
  press('Use this picture')
  const text = await input('text')
  expect(text.tagName).toBe('TEXTAREA')
  type(text, 'One\nThree')
  save()
  await waitFor(() => expect(sent).toEqual([{ image_urls: ['/a.webp', '/c.webp'], text: 'One\nThree', version: 3 }]))
})

describe('an autosaved form', () => {
  const kept = () => Object.entries(localStorage).filter(([key]) => key.startsWith('draft/'))
  const autosaved = (version = 3) => show(async () => undefined, { version, isAutosaved: true })
  beforeEach(() => {
    localStorage.clear()
    // The next interval ends as soon as nothing else is pending.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }).setTimerTickMode('nextTimerAsync')
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Types into a form, waits until the draft is stored, and leaves without saving. */
  async function leaveUnsaved() {
    autosaved()
    type(await input('title'), 'Unsaved')
    await waitFor(() => expect(kept()).toMatchObject([['draft/1/user/1/3', expect.stringContaining('Unsaved')]]))
    cleanup()
  }

  test('offers an unsaved draft with its differences, and applies it only on request', async () => {
    await leaveUnsaved()
    const sent = autosaved()
    await screen.findByText('Unsaved changes')
    expect(screen.getByText('Unsaved').closest('tr')?.textContent).toBe('NameSaleUnsaved')
    expect((await input('title')).getAttribute('value')).toBe('Sale')
    press('Restore')
    await waitFor(async () => expect((await input('title')).getAttribute('value')).toBe('Unsaved'))
    expect(kept()).toHaveLength(1)
    save()
    await waitFor(() => expect(sent).toEqual([{ title: 'Unsaved', version: 3 }]))
    await waitFor(() => expect(kept()).toEqual([]))
  })

  test('compares rows of the same name, regardless of their position', async () => {
    autosaved()
    type(await input('items.1.count'), '7')
    fireEvent.click(await button('Remove Row 1'))
    // The draft may have been stored between the two changes.
    await waitFor(() => expect(kept()).toMatchObject([[expect.any(String), expect.not.stringContaining('first')]]))
    cleanup()
    autosaved()
    await screen.findByText('Unsaved changes')
    const rows = [...document.querySelectorAll('[role=dialog] tbody tr')].map(({ textContent }) => textContent)
    expect(rows).toEqual(['Items first: Titlefirst–', 'Items first: Count1–', 'Items second: Count27'])
  })

  test('discards the draft on request, and shows that the record was changed meanwhile', async () => {
    await leaveUnsaved()
    autosaved(4)
    await screen.findByText('Someone else has saved changes since then.')
    press('Discard')
    await waitFor(() => expect(kept()).toEqual([]))
    expect((await input('title')).getAttribute('value')).toBe('Sale')
    cleanup()
    autosaved(4)
    await input('title')
    expect(screen.queryByText('Unsaved changes')).toBe(null)
  })

  test('stores no values that were changed back, and deletes old and unreadable drafts', async () => {
    localStorage.setItem('draft/1/user/1/3', '{"at":"2026-01-01T00:00:00.000Z","values":{"title":"Old"}}')
    localStorage.setItem('draft/1/notice/1/3', 'not JSON')
    autosaved()
    const title = await input('title')
    expect(kept()).toEqual([])
    type(title, 'Other')
    await waitFor(() => expect(kept()).toHaveLength(1))
    type(title, 'Sale')
    await waitFor(() => expect(kept()).toEqual([]))
  })

  test('deletes the draft when the user discards the changes on leaving', async () => {
    const closed = vi.fn()
    show(undefined, { isAutosaved: true, onClose: () => leave(closed) })
    type(await input('title'), 'Unsaved')
    await waitFor(() => expect(kept()).toHaveLength(1))
    press('Cancel')
    await screen.findByText('Discard what you typed?')
    press('Discard')
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    expect(kept()).toEqual([])
  })

  test('a form that is not autosaved stores no draft', async () => {
    show()
    type(await input('title'), 'Other')
    await vi.advanceTimersByTimeAsync(3_500)
    expect(kept()).toEqual([])
  })
})

describe('the values of a new record', () => {
  const Create = z.strictObject({ name: line(1, 64), note: line(0, 64).default(''), codes: z.array(line(1, 64)) })

  test('are listed before it is created, without previous values', async () => {
    const sent: unknown[] = []
    render(
      inAdmin(
        <ResourceForm
          record={undefined}
          onClose={() => {}}
          resource="group"
          title="New group"
          reviewTitle="Create this group?"
          nameOf={() => 'group'}
          fields={[
            { name: 'name', label: 'Name' },
            { name: 'note', label: 'Note' },
            {
              name: 'codes',
              label: 'Permissions',
              memberName: (code) => `May ${code}`,
              render: ({ change }) => (
                <button type="button" onClick={() => change({ codes: ['ship', 'refund'] })}>
                  Grant
                </button>
              ),
            },
          ]}
          create={{ schema: Create, send: async (body) => sent.push(body) }}
        />,
      ),
    )
    type(await input('name'), 'Warehouse')
    fireEvent.click(screen.getByText('Grant'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const review = within(await screen.findByRole('dialog', { name: 'Create this group?' }))
    expect(review.getByText('Warehouse')).toBeDefined()
    expect(review.getByText('May ship')).toBeDefined()
    expect(review.getByText('May refund')).toBeDefined()
    expect(review.queryByText('Note')).toBeNull()
    expect(review.queryByRole('table')).toBeNull()
    fireEvent.click(review.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toEqual([{ name: 'Warehouse', note: '', codes: ['ship', 'refund'] }]))
  })
})

function UploadInput({ upload, onDone }: { upload: () => Promise<void>; onDone: () => void }) {
  const track = useTrackUpload()
  return (
    <button type="button" onClick={() => void track(upload()).then(onDone, () => undefined)}>
      Upload
    </button>
  )
}

describe('a form with a running upload', () => {
  test.each(['fulfilled', 'rejected'] as const)('waits with saving until it is %s, and says so', async (end) => {
    let finish = (): void => undefined
    const upload = () =>
      new Promise<void>((resolve, reject) => {
        finish = () => (end === 'fulfilled' ? resolve() : reject(new Error('too large')))
      })
    const send = vi.fn(async () => undefined)
    const onClose = vi.fn()
    render(
      inAdmin(
        <ResourceForm
          record={{ id: 1, title: 'Sale' }}
          onClose={onClose}
          resource="user"
          title="New campaign"
          nameOf={({ title }) => title}
          fields={[
            {
              name: 'title',
              label: 'Name',
              render: ({ onChange }) => <UploadInput upload={upload} onDone={() => onChange('with a picture')} />,
            },
          ]}
          update={{ schema: z.strictObject({ title: line(1, 64) }), send }}
        />,
      ),
    )
    const isHeld = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled
    expect(isHeld()).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect((await screen.findByText(/^Pictures are uploading/)).getAttribute('role')).toBe('status')
    expect(isHeld()).toBe(true)
    fireEvent.submit(screen.getByRole('form'))
    fireEvent.keyDown(document.documentElement, { key: 's', code: 'KeyS', ctrlKey: true })
    finish()
    await waitFor(() => expect(isHeld()).toBe(false))
    expect([send.mock.calls, onClose.mock.calls]).toEqual([[], []])
    save()
    if (end === 'fulfilled') await waitFor(() => expect(send).toHaveBeenCalledOnce())
    else await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(screen.queryByText(/^Pictures are uploading/)).toBeNull()
  })
})

test('a new record that the user does not confirm is not created, and the input stays', async () => {
  const send = vi.fn(async () => undefined)
  const confirm = vi.fn(async () => false)
  render(
    inAdmin(
      <ResourceForm
        record={undefined}
        onClose={() => undefined}
        resource="user"
        title="New campaign"
        nameOf={() => ''}
        fields={[{ name: 'title', label: 'Name' }]}
        create={{ schema: z.strictObject({ title: line(1, 64) }), confirm, send }}
      />,
    ),
  )
  const title = await input('title')
  type(title, 'Sale')
  save()
  await waitFor(() => expect(confirm.mock.calls).toEqual([[{ title: 'Sale' }]]))
  expect([title.getAttribute('value'), send.mock.calls]).toEqual(['Sale', []])
  confirm.mockResolvedValue(true)
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
  save()
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
})

describe('a change of another user', () => {
  const staleAt = (version: number) =>
    new SendError('stale_version', '', 409, undefined, [], undefined, {
      code: 'stale_version',
      detail: '',
      request_id: 'r-12345678',
      version,
      updated_by: { id: 2, nickname: 'Lin', username: 'lin' },
      updated_at: '2026-11-20T02:15:04.120Z',
    })
  /**
   * Renders the form with a server on which another user has changed the record to `theirs`. The server refuses a
   * request as stale unless the request has the version of `theirs`. `sentTo` collects this version for each accepted
   * request.
   */
  const showWith = (theirs: typeof record, sentTo: { version: number }[] = []) => {
    const sent = show(
      async () => {
        const last = sent.at(-1)
        if (last?.version !== theirs.version) throw staleAt(theirs.version)
        sentTo.push({ version: theirs.version })
        return { ...theirs, ...last, version: theirs.version + 1 }
      },
      { read: async () => theirs },
    )
    return sent
  }

  test('of other fields is kept, and both are saved', async () => {
    const sent = showWith({ ...record, version: 4, text: 'Theirs' })
    type(await input('title'), 'Mine')
    save()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([
      { title: 'Mine', version: 3 },
      { title: 'Mine', version: 4 },
    ])
    expect((await input('text')).textContent).toBe('Theirs')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('of the same field is shown alone, and only that is overwritten', async () => {
    const sent = showWith({ ...record, version: 4, title: 'Theirs', text: 'Theirs, too' })
    type(await input('title'), 'Mine')
    save()
    const dialog = await screen.findByRole('dialog', { hidden: true })
    expect(
      within(dialog)
        .getAllByRole('row', { hidden: true })
        .map((row) => row.textContent),
    ).toEqual([...['FieldCurrentYours', 'NameTheirsMine']])
    fireEvent.click(within(dialog).getByText('Overwrite'))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.at(-1)).toEqual({ title: 'Mine', version: 4 })
    expect((await input('text')).textContent).toBe('Theirs, too')
  })

  test.each([
    ['mine', { title: 'Mine', text: 'Mine, too', version: 4 }, 'Mine'],
    ['theirs', { text: 'Mine, too', version: 4 }, 'Theirs'],
  ])('of one of several fields is settled by itself: %s', async (side, last, title) => {
    const sent = showWith({ ...record, version: 4, title: 'Theirs' })
    type(await input('title'), 'Mine')
    type(await input('text'), 'Mine, too')
    save()
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    expect(dialog.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
      'FieldCurrentYours',
      'NameTheirsMine',
    ])
    if (side === 'theirs') fireEvent.click(dialog.getByRole('radio', { name: 'Current', hidden: true }))
    fireEvent.click(dialog.getByText('Save as chosen'))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.at(-1)).toEqual(last)
    await waitFor(async () => expect((await input('title')).getAttribute('value')).toBe(title))
  })

  test('that comes once more while both are merged is not merged again', async () => {
    let version = 3
    const sent = show(
      async () => {
        version += 1
        throw staleAt(version)
      },
      { read: async () => ({ ...record, version, text: `Theirs ${version}` }) },
    )
    type(await input('title'), 'Mine')
    save()
    expect(await screen.findByRole('dialog', { hidden: true })).toBeTruthy()
    expect(sent.map((body) => body.version)).toEqual([3, 4])
  })
})

describe('an entry of the history', () => {
  const open = async () => {
    fireEvent.click(await screen.findByText('Show history', {}, { timeout: 10_000 }))
    return screen.queryByText('Restore the values before')
  }

  test('puts the former values into the form, to be saved like other changes', async () => {
    const sent = show(undefined, { before: { title: 'Former', sort_order: 7, version: 1 } })
    fireEvent.click((await open()) ?? document)
    expect((await input('title')).getAttribute('value')).toBe('Former')
    save()
    await waitFor(() => expect(sent).toEqual([{ title: 'Former', version: 3 }]))
  })

  test.each([
    ['has the values already', { title: record.title }],
    ['has no such field', { sort_order: 7 }],
    ['would get a text that the log has cut off', { text: `${'a'.repeat(2_000)}…` }],
  ])('offers nothing where the form %s', async (_, before) => {
    show(undefined, { before })
    expect(await open()).toBeNull()
  })
})
