'use client'

import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconCheck, IconPencil, IconReplace, IconX } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { PageSection } from '@/components/admin/frame/page-section'
import { RecordCrumb } from '@/components/admin/frame/record-crumb'
import { RecordColumns, RecordHead } from '@/components/admin/frame/record-head'
import { PiecesTable } from '@/components/admin/pieces/pieces-table'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Copyable } from '@/components/ui/copyable'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { listPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'
import { type Command, commandsOf } from './commands'

const IssueForm = dynamic(() => import('./issue-form'))
const RefuseForm = dynamic(() => import('./refuse-form'))

export type Invoice = Answer<'GET /cms/invoice/{id}'>

export interface CommandFormProps {
  record: Invoice
  onClose: () => void
}

export function InvoiceRecord({ record }: { record: Invoice }) {
  const t = useTranslations('invoice')
  const format = useFormatter()
  const [command, setCommand] = useState<Command>()
  const commands = useCan()('invoice.issue') ? commandsOf(record) : []
  const { status, title, lines, kept_amount } = record
  const price = (amount: number) => format.number(amount / 100, 'price')
  return (
    <>
      <RecordCrumb name={title} />
      <RecordHead
        list={{ href: listPath('invoice'), name: t('all') }}
        title={title}
        tags={<DictionaryTag type="invoice_status" value={status} />}
      >
        {commands.map((one) => (
          <CommandButton key={one} command={one} record={record} onClick={() => setCommand(one)} />
        ))}
      </RecordHead>
      {status === 'requested' && kept_amount === 0 && <Alert color="yellow" title={t('nothingLeft')} mb="md" />}
      {status === 'to_replace' && (
        <Alert color="yellow" title={t('toReplace.title')} mb="md">
          {kept_amount > 0
            ? t('toReplace.text', { before: price(record.amount), after: price(kept_amount) })
            : t('toReplace.nothing', { before: price(record.amount) })}
        </Alert>
      )}
      <RecordColumns side={<RequestFacts record={record} />}>
        <Buyer record={record} />
        <Issued record={record} />
        {lines.length > 0 && (
          <PageSection title={t('section.lines')}>
            <PiecesTable
              caption={t('section.lines')}
              lines={lines.map((line, at) => ({ ...line, at, name: line.name || t('shippingFee') }))}
              keyOf={({ at }) => at}
              columns={[
                { label: t('count'), value: ({ count }) => count || '' },
                { label: t('amount'), value: ({ amount }) => price(amount) },
              ]}
              minWidth={280}
            />
            <Text size="sm" ta="right" fw={600} mt="xs">
              {t('kept', { amount: price(kept_amount) })}
            </Text>
          </PageSection>
        )}
        <FormHistory
          record={record}
          history={(id, query) => send('GET /cms/invoice/{id}/history', { params: { id }, query })}
        />
      </RecordColumns>
      <FormDrawer opened={command !== undefined} title={title} onClose={() => setCommand(undefined)}>
        {(onClose) =>
          command === 'refuse' ? (
            <RefuseForm record={record} onClose={onClose} />
          ) : (
            command && <IssueForm record={record} command={command} onClose={onClose} />
          )
        }
      </FormDrawer>
    </>
  )
}

const icons = { refuse: IconX, issue: IconCheck, correct: IconPencil, replace: IconReplace }

interface CommandButtonProps {
  command: Command
  record: Invoice
  onClick: () => void
}

function CommandButton({ command, record: { file_url, kept_amount }, onClick }: CommandButtonProps) {
  const t = useTranslations('invoice')
  const Icon = icons[command]
  const labels = {
    refuse: t('refuse.open'),
    issue: t('issue.open'),
    correct: file_url === null ? t('correct.add') : t('correct.open'),
    replace: kept_amount > 0 ? t('replace.open') : t('void.open'),
  }
  const isSecondary = command === 'refuse' || command === 'correct'
  return (
    <Button
      {...(isSecondary && { variant: 'default' })}
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={onClick}
    >
      {labels[command]}
    </Button>
  )
}

function RequestFacts({ record }: { record: Invoice }) {
  const t = useTranslations('invoice')
  const locale = useLocale()
  return (
    <PageSection title={t('section.request')}>
      <Facts>
        <Fact name={t('order')}>
          <RecordAnchor resource="order" id={record.order_id}>
            {record.order_no}
          </RecordAnchor>
        </Fact>
        <Fact name={t('customer')}>
          <RecordAnchor resource="customer" id={record.customer.id}>
            {nameOfCustomer(record.customer, locale)}
          </RecordAnchor>
        </Fact>
        <Fact name={t('requestedAt')}>
          <Moment at={record.created_at} exact />
        </Fact>
        <Fact name={t('reason')}>{record.reason}</Fact>
        {record.replaces_id !== null && (
          <Fact name={t('replaces')}>
            <RecordAnchor resource="invoice" id={record.replaces_id}>
              #{record.replaces_id}
            </RecordAnchor>
          </Fact>
        )}
      </Facts>
    </PageSection>
  )
}

function Buyer({ record }: { record: Invoice }) {
  const t = useTranslations('invoice')
  return (
    <PageSection title={t('section.buyer')}>
      <Facts>
        <Fact name={t('kind')}>{t(`kinds.${record.kind}`)}</Fact>
        <Fact name={t('title')}>
          <Copyable text={record.title} />
        </Fact>
        <Fact name={t('taxNo')}>{record.tax_no && <Copyable text={record.tax_no} />}</Fact>
        <Fact name={t('email')}>{record.email && <Copyable text={record.email} />}</Fact>
        <Fact name={t('address')}>{record.address && <Copyable text={record.address} />}</Fact>
        <Fact name={t('phone')}>{record.phone && <Copyable text={record.phone} />}</Fact>
        <Fact name={t('bank')}>{record.bank && <Copyable text={record.bank} />}</Fact>
        <Fact name={t('bankAccount')}>{record.bank_account && <Copyable text={record.bank_account} />}</Fact>
      </Facts>
    </PageSection>
  )
}

function Issued({ record: { number, amount, issued_at, file_url } }: { record: Invoice }) {
  const t = useTranslations('invoice')
  const format = useFormatter()
  return (
    <PageSection title={t('section.issued')}>
      {number === null ? (
        <Text size="sm" c="dimmed">
          {t('notIssued')}
        </Text>
      ) : (
        <Facts>
          <Fact name={t('number')}>
            <Copyable text={number} />
          </Fact>
          <Fact name={t('amount')}>{format.number(amount / 100, 'price')}</Fact>
          <Fact name={t('issuedAt')}>{issued_at && <Moment at={issued_at} exact />}</Fact>
          <Fact name={t('file')}>
            {file_url ? (
              <Anchor href={file_url} target="_blank" rel="noreferrer" inherit>
                {t('open')}
              </Anchor>
            ) : (
              t('noFile')
            )}
          </Fact>
        </Facts>
      )}
    </PageSection>
  )
}
