// @vitest-environment happy-dom

import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { line } from '@/lib/api/fields'
import { useRecordValues } from './use-record-values'

afterEach(cleanup)

const Parcel = z.strictObject({ pieces: z.int(), tracking_no: line(1, 32) })

/** The form of a command about an order, of which so many pieces are left. */
const renderCommand = () =>
  renderHook(
    ({ left }) =>
      useRecordValues({
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
      }),
    { initialProps: { left: 6 } },
  )

test('a command follows its record where nothing was changed, and keeps what was', () => {
  const { result, rerender } = renderCommand()
  act(() => result.current.change({ tracking_no: 'SF1' }))
  rerender({ left: 4 })
  expect(result.current.changedValues()).toEqual({ pieces: 4, tracking_no: 'SF1' })
  expect(result.current.changed).toEqual({ tracking_no: 'SF1' })
  act(() => result.current.change({ pieces: 1 }))
  rerender({ left: 3 })
  expect(result.current.changedValues()).toEqual({ pieces: 1, tracking_no: 'SF1' })
})

test('a command that was sent has nothing unsaved, also when its record is read again', () => {
  const { result, rerender } = renderCommand()
  act(() => result.current.change({ pieces: 2, tracking_no: 'SF1' }))
  act(() => result.current.markSaved())
  rerender({ left: 4 })
  expect(result.current.isDirty).toBe(false)
})
