'use client'

import { Drawer, Skeleton, Stack } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'
import { useOpenRecord } from './address'
import { leave } from './unsaved'

/** What a page's form is given. */
export interface RecordFormProps<Row> {
  /** The record as it was listed; undefined for a new one. */
  record: Row | undefined
  /** Closes the form. What was typed is asked about where it is at stake. */
  onClose: () => void
}

interface RecordDrawerProps<Row> {
  /** The parameter of the address that says which record is open. */
  resource: string
  /** The records that are listed. */
  rows: readonly Row[]
  /** Loaded when it is first opened. */
  form: ComponentType<RecordFormProps<Row>>
  /** In pixels, where a record has much to show. */
  width?: number
}

/** The drawer in which records of a list are created and edited. */
export function RecordDrawer<Row extends { id: number }>({
  resource,
  rows,
  form: Form,
  width = 480,
}: RecordDrawerProps<Row>) {
  const { opened, close } = useOpenRecord(resource)
  const listed = typeof opened === 'object' ? rows.find(({ id }) => id === opened.id) : undefined
  // A list that is read anew may no longer hold what is being edited; the form goes on with what it had.
  const [kept, setKept] = useState(listed)
  const record = listed ?? (typeof opened === 'object' && kept?.id === opened.id ? kept : undefined)
  if (listed && listed !== kept) setKept(listed)
  const isOpen = opened === 'new' || record !== undefined
  const onClose = () => leave(() => void close())
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={width} padding={0}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <Suspense fallback={<FormSkeleton />}>
          {isOpen && <Form key={opened === 'new' ? opened : record?.id} record={record} onClose={onClose} />}
        </Suspense>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function FormSkeleton() {
  return (
    <Stack p="lg" gap="lg">
      <Skeleton height={24} width="50%" />
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Skeleton key={key} height={56} />
      ))}
    </Stack>
  )
}
