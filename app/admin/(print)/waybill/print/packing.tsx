'use client'

import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPrinter, IconTruckDelivery } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAdmin, useCan } from '@/components/admin/frame/admin-context'
import { BackLink } from '@/components/admin/frame/back-link'
import { Choice } from '@/components/ui/choice'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useAction } from '@/components/ui/use-action'
import { useQuestion } from '@/components/ui/use-question'
import { recall, remember } from '@/lib/server/admin/remember'
import type { SendError } from '@/lib/server/client'
import { Label, PageSize } from './label'
import { isPaper, type Paper, papers } from './paper'
import type { Account, Parcel } from './parcel'
import { ParcelRow } from './parcel-row'
import classes from './print.module.css'
import { useParcels } from './use-parcels'

/** In the words of the carrier. */
const explain = ({ code, detail }: SendError) => (code === 'provider_error' ? detail : undefined)

/** Kept in this browser, which is beside the printer. */
const paperPreference = 'label_paper'
const accountPreference = 'carrier_account'
const instantPreference = 'ships_printed'

interface PackingProps {
  parcels: readonly Parcel[]
  accounts: readonly Account[]
  /** `station`: parcels come from a scanner. */
  mode: 'pack' | 'station' | 'reprint'
}

export function Packing({ parcels: initial, accounts, mode }: PackingProps) {
  const t = useTranslations('waybill.pack')
  const words = useTranslations('waybill')
  const can = useCan()
  const act = useAction()
  const { remembered } = useAdmin()
  const preferred = (name: string) => (typeof document === 'undefined' ? remembered[name] : recall(name))
  const usable = accounts.filter(({ problem }) => problem === null)
  const [account_id, setAccount] = useState(
    () => (usable.find(({ id }) => String(id) === preferred(accountPreference)) ?? usable[0])?.id,
  )
  const [paper, setPaper] = useState<Paper>(() => {
    const last = preferred(paperPreference)
    return isPaper(last) ? last : '100x150'
  })
  const [isInstant, setInstant] = useState(() => preferred(instantPreference) === 'true')
  const [number, setNumber] = useState('')
  const [remark, setRemark] = useState('')
  const [unknown, setUnknown] = useState<string>()
  /** The parcels whose labels are on the page, and those of them that are shipped next. */
  const [shown, setShown] = useState<readonly number[]>([])
  const [toShip, setToShip] = useState<readonly number[]>([])
  const labels = useRef<HTMLDivElement>(null)
  const scanner = useRef<HTMLInputElement>(null)
  const shipButton = useRef<HTMLButtonElement>(null)
  const reprint = useQuestion<number>()
  const { parcels, progress, make, readAgain, readLabels, notePrinted, ship, scan, cancelWaybill } = useParcels(initial)
  const isBusy = progress !== undefined
  const mayMake = can('waybill.print')
  const mayShip = mode !== 'reprint' && can('order.ship')

  const isOpen = (parcel: Parcel) =>
    !parcel.isShipped &&
    (mode === 'reprint' || parcel.orders.every(({ refusal, is_outdated }) => refusal === null && !is_outdated))
  const open = parcels.filter(isOpen)
  const lacking = open.filter(({ waybill }) => waybill === null)

  const loaded = () =>
    Promise.all(
      [...(labels.current?.querySelectorAll('iframe') ?? [])].map(
        (frame) =>
          frame.dataset.loaded ?? new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
      ),
    )

  /** Makes what is missing and prints. Returns the printed parcels. */
  async function print(some: readonly Parcel[]): Promise<Parcel[]> {
    const missing = some.filter(({ waybill }) => waybill === null)
    const made = account_id === undefined ? [] : await make(missing, account_id, remark.trim())
    const waiting = some.filter(({ waybill }) => waybill?.state === 'creating')
    const there = some.filter(({ waybill }) => waybill !== null)
    // One that another packer has just made is that packer's to print.
    const own = [...made, ...(await readAgain(waiting))].filter(({ failure }) => failure === undefined)
    const ready = [...there, ...own]
    const unique = [...new Map(ready.map((one) => [one.key, one])).values()]
    const labelled = (await readLabels(unique, papers[paper].parts)).filter(({ html }) => html !== undefined)
    if (labelled.length === 0) return []
    const again = labelled.filter(({ waybill }) => (waybill?.print_count ?? 0) > 0).length
    if (again > 0 && !(await reprint.ask(again))) return []
    flushSync(() => setShown(labelled.map(({ key }) => key)))
    await loaded()
    window.print()
    await act(() => notePrinted(labelled.flatMap(({ waybill }) => waybill ?? [])), {
      failure: t('notNoted'),
      isLocal: true,
    })
    return labelled
  }

  async function printAndShip(some: readonly Parcel[]) {
    const printed = (await print(some)).filter(({ waybill }) => waybill?.state === 'ready')
    if (printed.length === 0) return
    if (isInstant) {
      await shipAll(printed)
      return
    }
    flushSync(() => setToShip(printed.map(({ key }) => key)))
    shipButton.current?.focus()
  }

  async function shipAll(some: readonly Parcel[]) {
    await ship(some)
    setToShip([])
    scanner.current?.focus()
  }

  async function read(order_no: string) {
    setUnknown(undefined)
    let found: Parcel | undefined
    const isAnswered = await act(
      async () => {
        found = await scan(order_no)
      },
      { failure: t('notFound'), isLocal: true },
    )
    if (!isAnswered) return
    setNumber('')
    if (!found) setUnknown(order_no)
    else if (isInstant && isOpen(found) && mayShip) await printAndShip([found])
    scanner.current?.focus()
  }

  const done = parcels.filter(({ isShipped }) => isShipped)
  const shipped = parcels.filter(({ key }) => toShip.includes(key))
  const printedBefore = open.filter(({ waybill }) => waybill?.state === 'ready' && waybill.print_count > 0)
  return (
    <>
      <PageSize paper={paper} />
      <div className={classes.toolbar}>
        <BackLink href={mode === 'reprint' ? '/admin/waybill' : '/admin/order'}>
          {mode === 'reprint' ? t('backToWaybills') : t('backToOrders')}
        </BackLink>
        {mode === 'station' && (
          <form
            className={classes.scanner}
            onSubmit={(event) => {
              event.preventDefault()
              if (number.trim() !== '' && !isBusy) void read(number.trim())
            }}
          >
            <TextInput
              ref={scanner}
              size="lg"
              label={t('scan')}
              aria-describedby="scan-help"
              autoComplete="off"
              autoFocus
              value={number}
              error={unknown !== undefined}
              onChange={({ currentTarget: { value } }) => setNumber(value)}
            />
            <Button type="submit" size="lg" variant="default" loading={isBusy}>
              {t('add')}
            </Button>
            <p id="scan-help" role="status" className={unknown === undefined ? undefined : classes.failure}>
              {unknown === undefined ? t('scanHelp') : t('unknown', { no: unknown })}
            </p>
          </form>
        )}
        <div className={classes.controls}>
          {mode !== 'reprint' && usable.length > 0 && (
            <Choice
              label={t('account')}
              data={usable.map(({ id, name, biz_id }) => ({ value: String(id), label: `${name} ${biz_id}` }))}
              value={String(account_id)}
              readOnly={isBusy}
              onChange={(value) => {
                remember(accountPreference, value)
                setAccount(Number(value))
              }}
            />
          )}
          {mode !== 'reprint' && (
            <TextInput
              label={t('onLabel')}
              maxLength={200}
              value={remark}
              readOnly={isBusy}
              onChange={({ currentTarget: { value } }) => setRemark(value)}
            />
          )}
          <Choice
            label={t('paper')}
            data={Object.keys(papers).map((value) => ({ value, label: `${value.replace('x', ' × ')} mm` }))}
            value={paper}
            readOnly={isBusy}
            onChange={(value) => {
              if (!isPaper(value)) return
              remember(paperPreference, value)
              setShown([])
              setPaper(value)
            }}
          />
          {mayShip && (
            <Checkbox
              label={t('instant')}
              checked={isInstant}
              onChange={({ currentTarget: { checked } }) => {
                remember(instantPreference, String(checked))
                setInstant(checked)
              }}
            />
          )}
        </div>
        <div className={classes.buttons}>
          {mayMake && open.length > 0 && (
            <Button
              variant={mayShip ? 'default' : 'filled'}
              leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
              disabled={lacking.length > 0 && account_id === undefined}
              loading={isBusy}
              onClick={() => void print(open)}
            >
              {t('print', { count: open.length })}
            </Button>
          )}
          {mayMake && mayShip && open.length > 0 && shipped.length === 0 && (
            <Button
              leftSection={<IconTruckDelivery size={16} stroke={1.8} aria-hidden="true" />}
              disabled={lacking.length > 0 && account_id === undefined}
              loading={isBusy}
              autoFocus={mode === 'pack'}
              onClick={() => void printAndShip(open)}
            >
              {t('printAndShip', { count: open.length })}
            </Button>
          )}
          {mayShip && shipped.length === 0 && printedBefore.length > 0 && (
            <Button variant="default" loading={isBusy} onClick={() => void shipAll(printedBefore)}>
              {t('ship', { count: printedBefore.length })}
            </Button>
          )}
          {shipped.length > 0 && (
            <>
              <Button variant="default" disabled={isBusy} onClick={() => setToShip([])}>
                {t('notYet')}
              </Button>
              <Button
                ref={shipButton}
                leftSection={<IconTruckDelivery size={16} stroke={1.8} aria-hidden="true" />}
                loading={isBusy}
                onClick={() => void shipAll(shipped)}
              >
                {t('ship', { count: shipped.length })}
              </Button>
            </>
          )}
        </div>
        <p role="status" className={classes.status}>
          {progress
            ? t('progress', { done: progress.done, of: progress.of })
            : done.length > 0 && t('done', { count: done.length })}
        </p>
      </div>
      {mode !== 'reprint' && usable.length === 0 && (
        <Alert color="yellow" variant="light" mb="md">
          {t('noAccount')}
        </Alert>
      )}
      {parcels.length === 0 && mode === 'pack' && <p>{t('nothing')}</p>}
      <ul className={classes.parcels} aria-label={t('parcels')}>
        {parcels.map((parcel) => (
          <ParcelRow
            key={parcel.key}
            parcel={parcel}
            isAlone={mode !== 'reprint'}
            onCancel={() =>
              void act(async () => cancelWaybill(parcel), { failure: words('notCanceledNow'), explain, isLocal: true })
            }
          />
        ))}
      </ul>
      <div className={classes.labels} ref={labels}>
        {parcels.map(
          ({ key, waybill, html }) =>
            html !== undefined &&
            waybill &&
            shown.includes(key) && (
              <Label
                key={`${key} ${paper}`}
                html={html}
                paper={paper}
                tracking_no={waybill.tracking_no ?? ''}
                order_nos={waybill.orders.map(({ order_no }) => order_no)}
              />
            ),
        )}
      </div>
      {reprint.asked !== undefined && (
        <ConfirmDialog
          title={t('again')}
          confirmLabel={t('againConfirm')}
          cancelLabel={t('notYet')}
          color={undefined}
          onConfirm={() => reprint.answer(true)}
          onCancel={() => reprint.answer(false)}
        >
          {t('againText', { count: reprint.asked })}
        </ConfirmDialog>
      )}
    </>
  )
}
