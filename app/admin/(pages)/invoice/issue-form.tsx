'use client'

import { FileInput, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { CorrectIssuedInput, IssueInput, maxInvoiceSize, ReplaceInput } from '@/lib/invoice/cms-schema'
import { recordPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'

interface IssueFormProps extends CommandFormProps {
  command: 'issue' | 'correct' | 'replace'
}

/** Records an issue, or a cancellation or replacement after a refund. Also corrects the number and file. */
export default function IssueForm({ record, command, onClose }: IssueFormProps) {
  const t = useTranslations('invoice')
  const format = useFormatter()
  const router = useRouter()
  const { id, title, version, kept_amount } = record
  const params = { id }
  const isVoid = kept_amount === 0
  const texts =
    command === 'issue'
      ? { title: t('issue.title'), save: t('issue.save'), done: t('issue.done'), help: t('issue.help') }
      : command === 'correct'
        ? { title: t('correct.title'), save: t('correct.save'), done: t('correct.done'), help: t('correct.help') }
        : isVoid
          ? { title: t('void.title'), save: t('void.save'), done: t('void.done'), help: t('void.help') }
          : { title: t('replace.title'), save: t('replace.save'), done: t('replace.done'), help: t('replace.help') }
  const shared = {
    onClose,
    record: undefined,
    resource: 'invoice',
    element: 'invoice.issue',
    command: { label: texts.save, done: texts.done },
    title: texts.title,
    head: (
      <Text size="sm" c="dimmed">
        {texts.help}
      </Text>
    ),
    nameOf: () => title,
  } as const
  const amount = format.number(kept_amount / 100, 'price')
  const number = { name: 'number', label: t('number'), help: t('issue.numberHelp') } as const
  const sum = { name: 'amount', label: t('amount'), help: t('issue.amountHelp', { amount }) } as const
  const [file, setFile] = useState<File | null>(null)
  // Kept, so that a second attempt with the same file does not upload it again.
  const stored = useRef<{ file: File; file_id: number }>(undefined)
  /** At most once. Returns no field without a chosen file. */
  const storeFile = async () => {
    if (!file) return {}
    if (stored.current?.file !== file)
      stored.current = { file, file_id: (await send('POST /cms/invoice/file', { body: { file } })).id }
    return { file_id: stored.current.file_id }
  }
  const fileField = {
    name: 'file_id',
    label: t('file'),
    help: command === 'correct' && record.file_id !== null ? t('correct.fileHelp') : t('issue.fileHelp'),
    render: (input: InputProps) => <InvoiceFileInput input={input} file={file} onChoose={setFile} />,
  } as const
  if (command === 'issue')
    return (
      <ResourceForm
        {...shared}
        fields={[number, sum, fileField]}
        create={{
          schema: IssueInput,
          fixedValues: { version },
          initialValues: { amount: kept_amount },
          send: async (body, options) =>
            send('POST /cms/invoice/{id}/issue', { params, body: { ...body, ...(await storeFile()) }, ...options }),
        }}
      />
    )
  if (command === 'correct')
    return (
      <ResourceForm
        {...shared}
        fields={[number, fileField]}
        create={{
          schema: CorrectIssuedInput,
          fixedValues: { version },
          initialValues: { number: record.number ?? '' },
          send: async (body, options) =>
            send('POST /cms/invoice/{id}/correct', { params, body: { ...body, ...(await storeFile()) }, ...options }),
        }}
      />
    )
  return (
    <ResourceForm
      {...shared}
      fields={isVoid ? [] : [number, sum, fileField]}
      create={{
        schema: ReplaceInput,
        fixedValues: { version },
        ...(!isVoid && { initialValues: { amount: kept_amount } }),
        send: async (body, options) => {
          const whole = { ...body, ...(await storeFile()) }
          const inForce = await send('POST /cms/invoice/{id}/replace', { params, body: whole, ...options })
          if (inForce.id !== id) router.push(recordPath('invoice', inForce.id))
          return inForce
        },
      }}
    />
  )
}

interface InvoiceFileInputProps {
  input: InputProps
  file: File | null
  onChoose: (file: File | null) => void
}

function InvoiceFileInput({ input, file, onChoose }: InvoiceFileInputProps) {
  const t = useTranslations('invoice')
  const { error, ...attributes } = attributesOf(input)
  return (
    <FileInput
      {...attributes}
      error={file && file.size > maxInvoiceSize ? t('issue.fileTooLarge') : error}
      required={false}
      withAsterisk={false}
      accept=".pdf,.ofd,application/pdf"
      placeholder={t('issue.fileChoose')}
      fileInputProps={{ 'aria-label': input.label }}
      clearable
      clearButtonProps={{ 'aria-label': t('issue.fileClear') }}
      value={file}
      disabled={input.disabled}
      onChange={onChoose}
    />
  )
}
