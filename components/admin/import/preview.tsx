'use client'

import { Alert, Button, Checkbox, Group, Progress, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Tag } from '@/components/admin/tag/tag'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import { type ImportKindName, type ImportResult, importResults } from '@/db/enums'
import { recordPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'
import classes from './import.module.css'
import { type ImportPlace, importPath } from './import-path'
import { LineText } from './line-text'
import { warningsTab } from './warnings-tab'

type Stored = Answer<`GET /cms/${ImportKindName}/import/{id}`>
type Page = Answer<`GET /cms/${ImportKindName}/import/{id}/row`>

interface PreviewProps extends ImportPlace {
  stored: Stored
  page: Page
  /** A result of lines, or `warnings`. Empty: all lines. */
  result: string
}

export function Preview({ kind, promotion, stored, page, result }: PreviewProps) {
  const t = useTranslations('import')
  const locale = useLocale()
  const format = useFormatter()
  const { id, name, ignored_columns } = stored
  const place = { kind, promotion }
  const application = useApplication(kind, stored)
  const { counts, warnings, done, left, records, isRunning } = application
  const hasBegun = isRunning || done > 0
  const changing = counts.create + counts.update
  return (
    <div className={classes.sections}>
      <section className={classes.panel} aria-label={name}>
        <Text fw={600}>{name}</Text>
        {ignored_columns.length > 0 && (
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden="true" />} mt="sm">
            {t('ignoredColumns', { names: format.list(ignored_columns) })}
          </Alert>
        )}
        {left > 0 && <Apply kind={kind} application={application} errors={hasBegun ? 0 : counts.error} />}
        {hasBegun && (
          <>
            <Progress
              value={(100 * done) / Math.max(1, done + left)}
              animated={isRunning}
              aria-label={t('progress')}
              mt="sm"
            />
            <Outcome isDone={left === 0 && !isRunning} errors={counts.error}>
              {left > 0
                ? t(`${kind}.applying`, { done: records.done, total: records.done + records.left })
                : t(`${kind}.applied`, { count: records.done })}
            </Outcome>
          </>
        )}
        {!hasBegun && changing === 0 && counts.error === 0 && <Text mt="sm">{t('nothing')}</Text>}
        {warnings > 0 && !hasBegun && (
          <Text mt="sm" size="sm">
            {t('warningsFound', { count: warnings })}
          </Text>
        )}
        <Group mt="md" gap="sm">
          {counts.error > 0 && !isRunning && (
            <Button
              component="a"
              href={`/cms/${kind}/import/${id}/row?format=xlsx&result=error&labels=${locale}`}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              {t('errorFile')}
            </Button>
          )}
          {warnings > 0 && !isRunning && (
            <Button
              component="a"
              href={`/cms/${kind}/import/${id}/row?format=xlsx&warnings=true&labels=${locale}`}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              {t('warningFile')}
            </Button>
          )}
          {!isRunning && (
            <Button component={Link} href={importPath(place)} variant={left > 0 ? 'subtle' : 'default'}>
              {t('another')}
            </Button>
          )}
          {promotion && (kind === 'promotion' || kind === 'coupon') && !isRunning && (
            <Button component={Link} href={recordPath('promotion', Number(promotion))} variant="default">
              {t(`${kind}.show`)}
            </Button>
          )}
        </Group>
      </section>
      <section className={classes.panel} aria-label={t('results')}>
        <nav aria-label={t('results')} className={classes.results}>
          {resultsOf(kind).map((one) => (
            <Link
              key={one}
              href={importPath(place, { import: String(id), ...(one && { result: one }) })}
              aria-current={one === result ? 'page' : undefined}
              prefetch={false}
              scroll={false}
            >
              {one === '' ? t('all') : t(`${kind}.${one}`)}{' '}
              <b data-result={one !== '' && counts[one] > 0 ? one : undefined}>
                {one === '' ? totalOf(counts) : counts[one]}
              </b>
            </Link>
          ))}
          {(warnings > 0 || result === warningsTab) && (
            <Link
              href={importPath(place, { import: String(id), warnings: 'true' })}
              aria-current={result === warningsTab ? 'page' : undefined}
              prefetch={false}
              scroll={false}
            >
              {t('warningTab')} <b data-result="warning">{warnings}</b>
            </Link>
          )}
        </nav>
        <Lines key={`${result} ${done}`} kind={kind} id={id} page={page} result={result} />
      </section>
    </div>
  )
}

/** Imports of parcels (`order`) have no `update`: they only create parcels. */
const resultsOf = (kind: ImportKindName) =>
  (['', ...importResults] as const).filter((one) => one !== 'update' || kind !== 'order')

function Outcome({ isDone, errors, children }: { isDone: boolean; errors: number; children: ReactNode }) {
  const t = useTranslations('import')
  if (!isDone)
    return (
      <Text size="sm" role="status" mt="xs">
        {children}
      </Text>
    )
  return (
    <Alert
      color={errors > 0 ? 'yellow' : 'green'}
      icon={errors > 0 ? <IconAlertTriangle aria-hidden="true" /> : <IconCheck aria-hidden="true" />}
      role="status"
      mt="sm"
    >
      {children}
      {errors > 0 && ` ${t('leftOut', { count: errors })}`}
    </Alert>
  )
}

const totalOf = (counts: Stored['counts']) => importResults.reduce((sum, one) => sum + counts[one], 0)

type Application = ReturnType<typeof useApplication>

/** `apply` sends requests until no line is left or a request fails. */
function useApplication(kind: ImportKindName, stored: Stored) {
  const t = useTranslations('import')
  const router = useRouter()
  const withSession = useSession()
  const toast = useToast()
  const [progress, setProgress] = useState<Answer<`POST /cms/${ImportKindName}/import/{id}/apply`>>()
  const [isRunning, setRunning] = useState(false)
  const { counts, warnings, done, left, doubtful, records } = progress ?? stored
  const apply = async (skip_errors: boolean) => {
    setRunning(true)
    try {
      for (let remaining = left; remaining > 0; ) {
        const answer = await withSession(() =>
          send(`POST /cms/${kind}/import/{id}/apply` as const, { params: { id: stored.id }, body: { skip_errors } }),
        )
        setProgress(answer)
        remaining = answer.left
      }
    } catch (error) {
      toast.failure(error, t('notApplied'))
    } finally {
      setRunning(false)
      router.refresh()
    }
  }
  return { counts, warnings, done, left, doubtful, records, isRunning, apply }
}

/** Checkboxes ask whether to skip lines with errors and, at first, whether to apply doubtful prices. */
function Apply({ kind, application, errors }: { kind: ImportKindName; application: Application; errors: number }) {
  const t = useTranslations('import')
  const { records, done, doubtful, isRunning, apply } = application
  const [isSkipping, setSkipping] = useState(false)
  const [isSure, setSure] = useState(false)
  const mayApply = (errors === 0 || isSkipping) && (doubtful === 0 || isSure || done > 0)
  return (
    <>
      {errors > 0 && (
        <Checkbox
          mt="md"
          label={t('skip', { count: errors })}
          description={t('skipHelp')}
          checked={isSkipping}
          onChange={({ currentTarget }) => setSkipping(currentTarget.checked)}
        />
      )}
      {doubtful > 0 && done === 0 && (
        <Checkbox
          mt="md"
          label={t('sure', { count: doubtful })}
          description={t('sureHelp')}
          checked={isSure}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
      )}
      <Button mt="md" loading={isRunning} disabled={!mayApply} onClick={() => void apply(isSkipping || done > 0)}>
        {done > 0 ? t('goOn') : t(`${kind}.apply`, { count: records.left })}
      </Button>
    </>
  )
}

const styles: Record<ImportResult, ComponentProps<typeof Tag>['style']> = {
  create: 'success',
  update: 'info',
  unchanged: 'default',
  error: 'danger',
}

interface Further {
  next_cursor: string | null
  items: Page['items'][number][]
}

function Lines({ kind, id, page, result }: { kind: ImportKindName; id: number; page: Page; result: string }) {
  const t = useTranslations('import')
  const withSession = useSession()
  const toast = useToast()
  const [further, setFurther] = useState<Further>({ next_cursor: page.next_cursor, items: [] })
  const [isReading, setReading] = useState(false)
  const items = [...page.items, ...further.items]
  const readMore = async (cursor: string) => {
    setReading(true)
    const shown = importResults.find((one) => one === result)
    const query = {
      cursor,
      size: 100,
      ...(shown && { result: shown }),
      ...(result === warningsTab && { warnings: 'true' as const }),
    }
    try {
      const next = await withSession(() => send(`GET /cms/${kind}/import/{id}/row` as const, { params: { id }, query }))
      setFurther({ next_cursor: next.next_cursor, items: [...further.items, ...next.items] })
    } catch (error) {
      toast.failure(error, t('notRead'))
    }
    setReading(false)
  }
  if (items.length === 0) return <Text c="dimmed">{t('noLines')}</Text>
  const { next_cursor } = further
  return (
    <>
      <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="group" aria-label={t('results')}>
        <Table tabularNums verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>{t('line')}</Table.Th>
              <Table.Th w={120}>{t('result')}</Table.Th>
              <Table.Th>{t('what')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>{row.line}</Table.Td>
                <Table.Td>
                  <Tag style={styles[row.result]}>{t(`${kind}.${row.result}`)}</Tag>
                </Table.Td>
                <Table.Td>
                  <LineText kind={kind} row={row} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {next_cursor && (
        <Button variant="default" mt="sm" loading={isReading} onClick={() => void readMore(next_cursor)}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
