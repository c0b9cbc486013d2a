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

export interface RecordFormProps<Entity> {
  /** undefined: a new record. */
  record: Entity | undefined
  /** After a confirmation if there are unsaved changes. */
  onClose: () => void
  read: () => Promise<Entity | undefined>
}

interface RecordDrawerProps<Row, Entity> {
  /** Also the URL parameter that names the open record. */
  resource: string
  /** Name the record until it is loaded. */
  rows: readonly Row[]
  /** By default, a field such as `title` or `name` (`recordName`). */
  nameOf?: ((row: Row) => string) | undefined
  /** Also of a record that is not in `rows`. */
  read: (id: number) => Promise<Entity | undefined>
  /** Loaded when the drawer opens for the first time. */
  form: ComponentType<RecordFormProps<Entity>>
  /** For long texts and tables. */
  isWide?: boolean | undefined
}

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
