'use client'

import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Choice } from '@/components/ui/choice'
import { useFailureText } from '@/components/ui/failure-text'
import { idempotencyKeyFor } from '@/components/ui/idempotency-key'
import { useRefresh } from '@/components/ui/refresh'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import { type AdjustmentReason, adjustmentReasons } from '@/db/enums'
import { plainForm } from '@/lib/kit/plain-form'
import { SendError, send } from '@/lib/server/client'
import { Ledger } from './ledger'

interface StockDialogProps {
  product_id: number
  sku_id: number
  /** Of the SKU. */
  name: string
  /** As the page shows it. */
  stock: number
  onClose: () => void
}

type Mode = 'delta' | 'counted'

/** With or without a sign. */
function wholeNumber(text: string): number | undefined {
  const plain = plainForm(text).replace('−', '-').trim()
  return /^[+-]?\d{1,9}$/.test(plain) ? Number(plain) : undefined
}

/** `pieces`: added (positive) or removed (negative). */
const fits = (reason: AdjustmentReason, pieces: number) =>
  pieces > 0 ? reason !== 'damaged' && reason !== 'lost' : reason !== 'received' && reason !== 'returned'

const isReason = (value: string): value is AdjustmentReason => adjustmentReasons.some((reason) => reason === value)

/** By a difference or to a counted number. */
export default function StockDialog({ product_id, sku_id, name, stock, onClose }: StockDialogProps) {
  const t = useTranslations('catalogue.stockDialog')
  const withSession = useSession()
  const toast = useToast()
  const refresh = useRefresh()
  const failureText = useFailureText()
  const all = useDictionaryOptions('stock_reason').flatMap(({ value, label }) =>
    isReason(value) && value !== 'counted' ? [{ value, label }] : [],
  )
  const [mode, setMode] = useState<Mode>('delta')
  const [text, setText] = useState('')
  const [chosen, setReason] = useState<AdjustmentReason>('received')
  const [note, setNote] = useState('')
  /** Sent with a counted number, so that the server can refuse it if the stock has changed. */
  const [present, setPresent] = useState(stock)
  const [failure, setFailure] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const key = useRef({ body: '', value: '' })
  const number = wholeNumber(text)
  const reasons = number === undefined || number === 0 ? all : all.filter(({ value }) => fits(value, number))
  const reason = reasons.find(({ value }) => value === chosen)?.value ?? reasons[0]?.value ?? chosen
  const isValid = number !== undefined && (mode === 'delta' ? number !== 0 : number >= 0)
  const after = number === undefined ? undefined : mode === 'delta' ? present + number : number

  /** Shows the current stock in the dialog, if the refusal contains it. */
  const explain = (error: unknown): string => {
    if (error instanceof SendError) {
      const now = presentIn(error)
      if (error.code === 'stale_stock' && now !== undefined) {
        setPresent(now)
        return t('stale', { expected: present, present: now })
      }
      if (error.code === 'out_of_stock' && now !== undefined) {
        setPresent(now)
        return t('tooFew', { present: now, count: Math.abs(number ?? 0) })
      }
    }
    return failureText(error).text
  }

  const save = async () => {
    setChecked(true)
    if (!isValid || isBusy) return
    setBusy(true)
    setFailure(undefined)
    const item = mode === 'delta' ? { sku_id, delta: number } : { sku_id, counted: number, expected: present }
    const body = { reason: mode === 'delta' ? reason : ('counted' as const), note: note.trim(), items: [item] }
    try {
      const idempotency_key = idempotencyKeyFor(key.current, JSON.stringify(body))
      const [adjusted] = await withSession(() => send('POST /cms/stock/adjust', { body, idempotency_key }))
      toast.success(t('done', { name, count: adjusted?.balance ?? 0 }))
      refresh()
      onClose()
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }

  const fault = mode === 'delta' ? t('notADelta') : t('notACount')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble from dialogs to the form that rendered them.
          event.stopPropagation()
          void save()
        }}
      >
        <Stack gap="sm">
          <SegmentedControl
            aria-label={t('mode')}
            data={[
              { value: 'delta', label: t('delta') },
              { value: 'counted', label: t('counted') },
            ]}
            value={mode}
            onChange={(next) => {
              setMode(next === 'counted' ? 'counted' : 'delta')
              setChecked(false)
              setFailure(undefined)
            }}
          />
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <TextInput
              data-autofocus
              label={mode === 'delta' ? t('pieces') : t('countedPieces')}
              description={mode === 'delta' ? t('piecesHelp') : t('countedHelp', { present })}
              inputMode={mode === 'delta' ? 'text' : 'numeric'}
              autoComplete="off"
              value={text}
              error={isChecked && !isValid ? fault : undefined}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            {mode === 'delta' && (
              <Choice
                label={t('reason')}
                description={t('reasonHelp')}
                data={reasons.map(({ value, label }) => ({ value, label }))}
                value={reason}
                onChange={(value) => isReason(value) && setReason(value)}
              />
            )}
          </Group>
          <TextInput
            label={t('note')}
            maxLength={200}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="space-between" gap="sm">
            <Text size="sm" role="status">
              {after === undefined || !isValid ? t('present', { present }) : t('after', { present, after })}
            </Text>
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={isBusy}>
                {t('save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
      <Ledger product_id={product_id} sku_id={sku_id} />
    </Modal>
  )
}

/** From the server's refusal. */
function presentIn({ problem }: SendError): number | undefined {
  const [item]: unknown[] = [problem?.items, problem?.shortages].flatMap((list) => (Array.isArray(list) ? list : []))
  if (typeof item !== 'object' || item === null) return undefined
  const present = 'present' in item ? item.present : 'available' in item ? item.available : undefined
  return typeof present === 'number' ? present : undefined
}
