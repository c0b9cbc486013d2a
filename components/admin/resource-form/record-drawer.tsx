'use client'

import { Button, Stack } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ComponentType } from 'react'
import { useFailureText } from '@/components/ui/failure-text'
import { recordName } from '@/lib/kit/record-name'
import { FormDrawer, FormSkeleton } from './form-drawer'
import { FormFailure } from './form-failure'
import { useRecord } from './use-record'
import { useRecordParam } from './use-record-param'

/** The props of the form that a page renders in its drawer. */
export interface RecordFormProps<Entity> {
  /** The stored record; undefined for a new record. */
  record: Entity | undefined
  /** Closes the form, after a confirmation if there are unsaved changes. */
  onClose: () => void
  /** Reads the record again. */
  read: () => Promise<Entity | undefined>
}

interface RecordDrawerProps<Row, Entity> {
  /** The URL parameter that names the open record. */
  resource: string
  /** The rows of the list. The drawer shows the name of a row until the record is loaded. */
  rows: readonly Row[]
  /** By default, a field such as `title` or `name` (`recordName`). */
  nameOf?: ((row: Row) => string) | undefined
  /** Reads a record, also a record that is not in `rows`. undefined: the record does not exist. */
  read: (id: number) => Promise<Entity | undefined>
  /** The form. Loaded when the drawer opens for the first time. */
  form: ComponentType<RecordFormProps<Entity>>
  /** Whether the drawer is wide, for long texts and tables. */
  isWide?: boolean | undefined
}

/** The drawer for creating and editing the records of a list. Reads each record that the user opens. */
export function RecordDrawer<Row extends { id: number }, Entity>(props: RecordDrawerProps<Row, Entity>) {
  const { resource, rows, nameOf, read, form: Form, isWide = false } = props
  const t = useTranslations('form')
  const { opened, close } = useRecordParam(resource)
  const id = typeof opened === 'object' ? opened.id : undefined
  const listed = rows.find((row) => row.id === id)
  return (
    <FormDrawer
      opened={opened !== undefined}
      formKey={id ?? 'new'}
      title={(listed && (nameOf?.(listed) ?? recordName(listed))) ?? (id === undefined ? t('newRecord') : t('opening'))}
      isWide={isWide}
      onClose={() => void close()}
    >
      {(onClose) =>
        id === undefined ? (
          <Form record={undefined} onClose={onClose} read={async () => undefined} />
        ) : (
          <ReadRecord id={id} listed={listed} read={read} form={Form} onClose={onClose} />
        )
      }
    </FormDrawer>
  )
}

interface ReadRecordProps<Entity> extends Pick<RecordDrawerProps<object, Entity>, 'read' | 'form'> {
  id: number
  listed: unknown
  onClose: () => void
}

/** Reads an existing record, then renders its form. */
function ReadRecord<Entity>({ id, listed, read, form: Form, onClose }: ReadRecordProps<Entity>) {
  const t = useTranslations('form')
  const textOf = useFailureText()
  const { result, retry, reread } = useRecord(id, listed, read)
  if (!result) return <FormSkeleton />
  if ('record' in result) return <Form record={result.record} onClose={onClose} read={reread} />
  return (
    <Stack p="lg" gap="lg" align="flex-start">
      <FormFailure failure={textOf(result.error)} />
      <Button onClick={retry}>{t('retry')}</Button>
    </Stack>
  )
}
