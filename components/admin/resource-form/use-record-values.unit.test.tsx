// @vitest-environment happy-dom

import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { html, line } from '@/lib/kit/api/endpoint/fields'
import { useRecordValues } from './use-record-values'

afterEach(cleanup)

const origins = ['https://shop.example', 'https://files.example'] as const

const Parcel = z.strictObject({ pieces: z.int(), tracking_no: line(1, 32) })

/** Renders the values of a form whose command ships an order. `left`: the number of pieces left to ship. */
const renderCommand = () =>
  renderHook(
    ({ left }) =>
      useRecordValues(
        {
          record: undefined,
          onClose: () => undefined,
          resource: 'order',
          element: 'order.ship',
          title: 'Ship',
          nameOf: () => 'Ship',
          fields: [
            { name: 'pieces', label: 'Pieces' },
            { name: 'tracking_no', label: 'Tracking number' },
          ],
          create: { schema: Parcel, initialValues: { pieces: left }, send: async () => undefined },
        },
        origins,
      ),
    { initialProps: { left: 6 } },
  )

test('unchanged values of a command follow its record, and changed ones stay', () => {
  const { result, rerender } = renderCommand()
  act(() => result.current.change({ tracking_no: 'SF1' }))
  rerender({ left: 4 })
  expect(result.current.changedValues()).toEqual({ pieces: 4, tracking_no: 'SF1' })
  expect(result.current.changed).toEqual({ tracking_no: 'SF1' })
  act(() => result.current.change({ pieces: 1 }))
  rerender({ left: 3 })
  expect(result.current.changedValues()).toEqual({ pieces: 1, tracking_no: 'SF1' })
})

test('a sent command has no unsaved values, also after its record is read again', () => {
  const { result, rerender } = renderCommand()
  act(() => result.current.change({ pieces: 2, tracking_no: 'SF1' }))
  act(() => result.current.markSaved())
  rerender({ left: 4 })
  expect(result.current.isDirty).toBe(false)
})

interface Note {
  id: number
  version: number
  title: string
  text: string
}

/** Renders the values of a record's form. Rerender with another object to simulate that the record was read again. */
const renderRecord = (record: Note) =>
  renderHook(
    (props) =>
      useRecordValues(
        {
          record: props.record,
          onClose: () => undefined,
          resource: 'notice',
          title: 'Create',
          nameOf: ({ title }) => title,
          fields: [
            { name: 'title', label: 'Title' },
            { name: 'text', label: 'Text' },
          ],
          update: {
            schema: z.strictObject({ title: line(1, 64), text: line(0, 500), version: z.int() }),
            send: async () => undefined,
          },
        },
        origins,
      ),
    { initialProps: { record } },
  )

test('input during a save stays, and is saved with the version that the save returned', () => {
  const { result, rerender } = renderRecord({ id: 1, version: 1, title: 'Tea', text: '' })
  act(() => result.current.change({ text: 'Green' }))
  const sent = result.current.values
  act(() => result.current.change({ text: 'Green tea' }))
  act(() => result.current.markSent(sent, 2))
  expect(result.current.changed).toEqual({ text: 'Green tea' })
  expect(result.current.base?.version).toBe(2)
  rerender({ record: { id: 1, version: 2, title: 'Tea', text: 'Green' } })
  expect(result.current.values).toEqual({ title: 'Tea', text: 'Green tea' })
  expect(result.current.changed).toEqual({ text: 'Green tea' })
})

test('a change by another user replaces neither the unsaved values nor their version', () => {
  const { result, rerender } = renderRecord({ id: 1, version: 1, title: 'Tea', text: '' })
  act(() => result.current.change({ text: 'Green' }))
  rerender({ record: { id: 1, version: 2, title: 'Coffee', text: '' } })
  expect(result.current.values).toEqual({ title: 'Tea', text: 'Green' })
  expect(result.current.base?.version).toBe(1)
  act(() => result.current.change({ text: '' }))
  rerender({ record: { id: 1, version: 3, title: 'Cocoa', text: '' } })
  expect(result.current.values).toEqual({ title: 'Cocoa', text: '' })
  expect(result.current.base?.version).toBe(3)
})

test('a text that differs only in the addresses of its files is unchanged', () => {
  const read =
    '<p><a href="https://elsewhere.example/files/a">a</a><img src="https://files.example/files/a.webp" alt="b"><a href="https://shop.example/files/a.pdf#2" rel="noopener nofollow">c</a></p>'
  const record = { id: 1, version: 1, content: read }
  const { result } = renderHook(() =>
    useRecordValues(
      {
        record,
        onClose: () => undefined,
        resource: 'notice',
        title: 'Create',
        nameOf: () => 'Tea',
        fields: [{ name: 'content', label: 'Content' }],
        update: { schema: z.strictObject({ content: html(500) }), send: async () => undefined },
      },
      origins,
    ),
  )
  // In the form of the editor.
  const written =
    '<p><a href="https://elsewhere.example/files/a">a</a><img src="/files/a.webp" alt="b"><a href="/files/a.pdf#2" rel="noopener nofollow">c</a></p>'
  expect(result.current.values).toEqual({ content: written })
  act(() => result.current.change({ content: '' }))
  expect(result.current.isDirty).toBe(true)
  act(() => result.current.change({ content: written }))
  expect(result.current.isDirty).toBe(false)
})
