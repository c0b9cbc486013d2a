'use client'

import { Drawer, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useSession } from '../shell/session'
import { useToast } from '../shell/toast'
import { useOpenRecord } from './address'
import classes from './resource-form.module.css'
import { leave } from './unsaved'

/** What a page's form is given. */
export interface RecordFormProps<Row> {
  /** The record as it was listed; undefined for a new one. */
  record: Row | undefined
  /** Closes the form. What was typed is asked about where it is at stake. */
  onClose: () => void
  /** Fetches a record as it is stored now. */
  read?: ((id: number) => Promise<Row>) | undefined
}

interface RecordDrawerProps<Row> {
  /** The parameter of the address that says which record is open. */
  resource: string
  /** The records that are listed. */
  rows: readonly Row[]
  /** Fetches one: that is not listed, for whoever comes by an address, or that somebody else has changed. */
  read?: ((id: number) => Promise<Row>) | undefined
  /** Loaded when it is first opened. */
  form: ComponentType<RecordFormProps<Row>>
  /** In pixels, where a record has much to show. */
  width?: number | undefined
}

/** The drawer in which records of a list are created and edited. */
export function RecordDrawer<Row extends { id: number }>(props: RecordDrawerProps<Row>) {
  const { resource, rows, read, form: Form, width = 480 } = props
  const { opened, close } = useOpenRecord(resource)
  const listed = typeof opened === 'object' ? rows.find(({ id }) => id === opened.id) : undefined
  // A list that is read anew may no longer hold what is being edited; the form goes on with what it had.
  const [kept, setKept] = useState(listed)
  const record = listed ?? (typeof opened === 'object' && kept?.id === opened.id ? kept : undefined)
  if (listed && listed !== kept) setKept(listed)
  const isOpen = opened === 'new' || record !== undefined
  useMissing(typeof opened === 'object' && !record ? opened.id : undefined, read, setKept, close)
  const onClose = () => leave(() => void close())
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={width} padding={0}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content className={classes.drawer}>
        <Suspense fallback={<FormSkeleton />}>
          {isOpen && (
            <Form key={opened === 'new' ? opened : record?.id} record={record} onClose={onClose} read={read} />
          )}
        </Suspense>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Reads the record that an address names and the list does not hold. */
function useMissing<Row>(
  id: number | undefined,
  read: ((id: number) => Promise<Row>) | undefined,
  onRead: (row: Row) => void,
  onFailure: () => unknown,
) {
  const t = useTranslations('form')
  const withSession = useSession()
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record that is missing
  useEffect(() => {
    if (id === undefined || !read) return
    withSession(() => read(id)).then(onRead, (error: unknown) => {
      toast.failure(error, t('openFailed'))
      onFailure()
    })
  }, [id])
}

function FormSkeleton() {
  const t = useTranslations('form')
  return (
    <Stack p="lg" gap="lg">
      <VisuallyHidden>
        <Drawer.Title>{t('opening')}</Drawer.Title>
      </VisuallyHidden>
      <Skeleton height={24} width="50%" />
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Skeleton key={key} height={56} />
      ))}
    </Stack>
  )
}
