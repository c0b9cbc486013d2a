'use client'

import { SegmentedControl, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { type Piece, PiecesInput, piecesIn } from '@/components/admin/pieces/pieces-input'
import type { InputProps } from '@/components/admin/resource-form/field'
import MoneyInput from '@/components/admin/resource-form/inputs/money-input'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { IntegerInput } from '@/components/ui/integer-input'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { RefundInput } from '@/lib/order/change/cms-schema'
import { isAveraged, refundSumOf } from '@/lib/order/refund-sum'
import { leftOf } from '@/lib/order/ship/pieces'
import { freightLeft, shareOfPieces } from '@/lib/pricing/shares'
import { send } from '@/lib/server/client'
import classes from './order.module.css'
import type { CommandFormProps, Order } from './record'

type Line = Order['items'][number] & { left: number }

/** Paid and not refunded, in fen. */
const restOf = ({ paid_amount, refunded_amount }: Order['items'][number]) => paid_amount - refunded_amount

/** Of pieces, only money of lines, or the shipping fee. */
export default function RefundForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale.refund')
  const tPieces = useTranslations('form.pieces')
  const format = useFormatter()
  const { id, version, items } = order
  const lines = items
    .map((item) => ({ ...item, left: item.count - item.refunded_count }))
    .filter((item) => item.left > 0 || restOf(item) > 0)
  const freight = freightLeft(order, items)
  const priceOf = (fen: number) => format.number(fen / 100, 'price')
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="order"
      element="order.refund"
      command={{
        label: (values) => {
          const total = totalOf(values, lines)
          return total > 0 ? t('saveAmount', { amount: priceOf(total) }) : t('save')
        },
        done: (values) => t('done', { amount: priceOf(totalOf(values, lines)) }),
      }}
      title={t('title', { no: order.order_no })}
      nameOf={() => order.order_no}
      fields={[
        {
          name: 'items',
          label: t('items'),
          fields: [
            { name: 'count', label: tPieces('count') },
            { name: 'amount', label: t('amount') },
          ],
          rowName: ({ order_item_id }) => lines.find((line) => line.id === order_item_id)?.name ?? '',
          render: (input) => <RefundedPieces {...input} lines={lines} />,
        },
        // Has no input of its own: the rows of `items` contain it.
        { name: 'restock', label: t('restock'), render: () => null },
        {
          name: 'freight_amount',
          label: t('freight'),
          help: t('freightHelp', { amount: priceOf(freight) }),
          when: () => freight > 0,
        },
        { name: 'reason_code', label: t('reason'), options: useDictionaryOptions('refund_reason') },
        { name: 'note', label: t('note') },
      ]}
      create={{
        schema: RefundInput,
        fixedValues: { version },
        // Starts empty: staff choose the pieces to refund.
        initialValues: { items: [], restock: [] },
        send: async (body, options) => {
          refuseTooMuch(body, lines, freight)
          return send('POST /cms/order/{id}/refund', { params: { id }, body, ...options })
        },
      }}
    />
  )
}

const tooMuch = (name: string, maximum: number) =>
  invalid('body', name, 'out_of_range', `This must be at most ${maximum}.`, { maximum })

/** Throws 400 `out_of_range` above the remaining money, like the server. */
function refuseTooMuch(
  { items, freight_amount }: z.output<typeof RefundInput>,
  lines: readonly Line[],
  freight: number,
): void {
  for (const [at, { order_item_id, amount }] of items.entries()) {
    const line = lines.find(({ id }) => id === order_item_id)
    if (line && amount !== undefined && amount > restOf(line)) throw tooMuch(`items.${at}.amount`, restOf(line))
  }
  if (freight_amount !== undefined && freight_amount > freight) throw tooMuch('freight_amount', freight)
}

/** By default: refunded pieces that were not shipped. */
const restockOf = (lines: readonly Line[], pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap(({ order_item_id, count }) => {
    const line = lines.find(({ id }) => id === order_item_id)
    const kept = line ? Math.min(count, leftOf(line)) : 0
    return kept > 0 ? [{ order_item_id, count: kept }] : []
  })

/** In fen, if the user enters no amount. */
function shareOf({ order_item_id, count }: Piece, lines: readonly Line[]): number {
  const line = lines.find((one) => one.id === order_item_id)
  return line ? shareOfPieces(line, Math.min(count, line.left)) : 0
}

/** In fen. */
const totalOf = ({ items, freight_amount }: Readonly<Record<string, unknown>>, lines: readonly Line[]): number =>
  piecesIn(items).reduce(
    (sum, piece) => sum + (amountIn(piece) ?? shareOf(piece, lines)),
    typeof freight_amount === 'number' ? freight_amount : 0,
  )

/** A switch shows inputs for refunding money of lines without pieces. */
function RefundedPieces({ lines, ...input }: InputProps & { lines: readonly Line[] }) {
  const t = useTranslations('sale.refund')
  const format = useFormatter()
  const priceOf = (fen: number) => format.number(fen / 100, 'price')
  const [isMoneyAlone, setMoneyAlone] = useState(false)
  const chosen = piecesIn(input.value)
  const restock = piecesIn(input.values.restock)
  // Without pieces to choose, a line has only an input for its money.
  const shown = isMoneyAlone ? lines.filter((line) => restOf(line) > 0).map((line) => ({ ...line, left: 0 })) : lines
  /** Kept by the shop from lines whose pieces are all refunded, in fen. */
  const kept = lines.reduce((sum, line) => {
    const piece = chosen.find(({ order_item_id }) => order_item_id === line.id)
    if ((piece?.count ?? 0) < line.left) return sum
    return sum + restOf(line) - (piece ? (amountIn(piece) ?? shareOf(piece, lines)) : 0)
  }, 0)
  /** Refunds money without pieces. Empty or 0: removes the line from the refund. */
  const pay = (line: Line, amount: unknown) => {
    const others = chosen.filter(({ order_item_id }) => order_item_id !== line.id)
    input.onChange(amount === '' || amount === 0 ? others : [...others, { order_item_id: line.id, count: 0, amount }])
  }
  /** Pieces that go back into stock become the default again for changed lines. */
  const choose = (value: unknown) => {
    const next = piecesIn(value)
    const isKept = (piece: Piece) =>
      chosen.some((one) => one.order_item_id === piece.order_item_id && one.count === piece.count)
    input.change({
      items: value,
      restock: [
        ...restock.filter(({ order_item_id }) =>
          next.some((one) => one.order_item_id === order_item_id && isKept(one)),
        ),
        ...restockOf(
          lines,
          next.filter((piece) => !isKept(piece)),
        ),
      ],
    })
  }
  const returned = (order_item_id: number, count: number) => {
    const others = restock.filter((one) => one.order_item_id !== order_item_id)
    input.change({ restock: count > 0 ? [...others, { order_item_id, count }] : others })
  }
  return (
    <>
      {lines.some(({ left }) => left > 0) && (
        <SegmentedControl
          mb="sm"
          aria-label={input.label}
          data={[
            { value: 'pieces', label: t('pieces') },
            { value: 'money', label: t('moneyAlone') },
          ]}
          disabled={input.disabled}
          value={isMoneyAlone ? 'money' : 'pieces'}
          onChange={(kind) => {
            setMoneyAlone(kind === 'money')
            input.change({ items: [], restock: [] })
          }}
        />
      )}
      <PiecesInput
        {...input}
        description={isMoneyAlone ? t('moneyAloneHelp') : t('itemsHelp')}
        onChange={choose}
        lines={shown}
      >
        {(line, at) => {
          const piece = at === undefined ? undefined : chosen[at]
          if (line.left === 0)
            return (
              <MoneyInput
                {...input}
                path={`${input.path}.${at ?? ''}.amount`}
                label={t('amount')}
                description={t('rest', { amount: priceOf(restOf(line)) })}
                error={input.errors[`${input.path}.${at}.amount`]}
                required={false}
                value={piece && 'amount' in piece ? piece.amount : undefined}
                onChange={(amount) => pay(line, amount)}
                attributes={{
                  'aria-label': `${line.name} ${line.spec_text}: ${t('amount')}`,
                  className: classes.amount,
                }}
              />
            )
          if (!piece) return null
          const place = restock.findIndex(({ order_item_id }) => order_item_id === line.id)
          const name = (label: string) => `${line.name} ${line.spec_text}: ${label}`
          const sum = refundSumOf(line, Math.min(piece.count, line.left))
          return (
            <>
              <MoneyInput
                {...input}
                key={piece.count}
                path={`${input.path}.${at}.amount`}
                label={t('amount')}
                description={
                  sum &&
                  `${t('sum', {
                    price: priceOf(sum.price),
                    discount: priceOf(sum.discount),
                    refundable: priceOf(sum.refundable),
                  })}${isAveraged(line) ? ` ${t('averaged')}` : ''}`
                }
                error={input.errors[`${input.path}.${at}.amount`]}
                required={false}
                value={'amount' in piece ? piece.amount : undefined}
                onChange={(amount) =>
                  input.onChange(
                    chosen.map((one, index) =>
                      index === at ? { ...one, amount: amount === '' ? undefined : amount } : one,
                    ),
                  )
                }
                attributes={{
                  'aria-label': name(t('amount')),
                  placeholder: t('unlessGiven', { amount: priceOf(shareOf(piece, lines)) }),
                  className: classes.amount,
                }}
              />
              <IntegerInput
                label={t('restock')}
                aria-label={name(t('restock'))}
                data-field={place < 0 ? undefined : `restock.${place}.count`}
                error={place < 0 ? undefined : input.errors[`restock.${place}.count`]}
                disabled={input.disabled}
                allowNegative={false}
                min={0}
                max={piece.count}
                value={restock[place]?.count ?? 0}
                onChange={(next) => returned(line.id, next || 0)}
                className={classes.count}
              />
            </>
          )
        }}
      </PiecesInput>
      <Text role="status" size="sm" fw={600} className={classes.total}>
        {t('total', { amount: priceOf(totalOf(input.values, lines)) })}
      </Text>
      {kept > 0 && (
        <Text size="sm" c="dimmed">
          {t('kept', { amount: priceOf(kept) })}
        </Text>
      )}
    </>
  )
}

const amountIn = (piece: object) => ('amount' in piece && typeof piece.amount === 'number' ? piece.amount : undefined)
