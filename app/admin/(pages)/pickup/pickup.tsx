'use client'

import { Button, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useAdmin, useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { ActionButton } from '@/components/ui/action-button'
import { Choice } from '@/components/ui/choice'
import { Dismissed } from '@/components/ui/dismissed'
import { useSession } from '@/components/ui/session'
import { useAction } from '@/components/ui/use-action'
import { useAfterRender } from '@/components/ui/use-after-render'
import { codeOf } from '@/lib/kit/api/endpoint/code'
import { recall, remember } from '@/lib/server/admin/remember'
import { type Answer, send } from '@/lib/server/client'
import { FoundOrder } from './found-order'
import classes from './pickup.module.css'
import { Refusal } from './refusal'

/** The last store chosen in this browser. */
const preference = 'pickup_store'
const anyStore = 'any'

export type PickupOrder = Answer<'GET /cms/order/pickup'>

interface Shown {
  isBusy?: true
  order?: PickupOrder
  error?: unknown
  /** Number of the order that was handed over. */
  done?: string
}

export function Pickup({ stores }: { stores: { value: string; label: string }[] }) {
  const t = useTranslations('sale.pickup')
  const { remembered } = useAdmin()
  const can = useCan()
  const mayOpen = useMayOpen()
  const withSession = useSession()
  const act = useAction()
  const afterRender = useAfterRender()
  const input = useRef<HTMLInputElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState('')
  const [{ isBusy = false, order, error, done }, setShown] = useState<Shown>({})
  const [chosen, setChosen] = useState(() =>
    typeof document === 'undefined' ? remembered[preference] : recall(preference),
  )
  // The chosen store may have been disabled meanwhile.
  const store = stores.length > 1 ? stores.find(({ value }) => value === chosen) : undefined
  // Staff without the page of orders have none of its elements, and hand over by their permission alone.
  const isShown = can('order.collect') || !mayOpen('/admin/order')
  useEffect(() => input.current?.focus(), [])
  useWindowEvent('keydown', (event) => {
    // Enter that is held down to find an order must not confirm it as well.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    // A scanner types wherever the focus is. Its Enter must find the next order, not confirm the one on the screen.
    if (/^\d$/.test(event.key) && !isTyping(event.target)) focusInput()
  })
  const focusInput = () => {
    input.current?.focus()
    input.current?.select()
  }
  const settle = (next: Shown) => {
    setShown(next)
    afterRender(() => {
      const confirm = actions.current?.querySelector('button')
      if (confirm) confirm.focus()
      else focusInput()
    })
  }
  const clear = (done?: string) => {
    setCode('')
    settle(done === undefined ? {} : { done })
  }
  const find = async () => {
    setShown({ isBusy: true })
    try {
      const query = { code, store_id: store?.value }
      settle({ order: await withSession(() => send('GET /cms/order/pickup', { query })) })
    } catch (error) {
      settle(error instanceof Dismissed ? {} : { error })
    }
  }
  const handOver = async ({ id, order_no, version }: PickupOrder) => {
    const isDone = await act(() => send('POST /cms/order/{id}/collect', { params: { id }, body: { code, version } }), {
      failure: t('notHandedOver'),
      explain: (error) => (error.code === 'stale_version' ? t('changed') : undefined),
      isLocal: true,
    })
    if (isDone) clear(order_no)
    // Shows the present state, also if the answer of a success was lost.
    else await find()
  }
  return (
    <div className={classes.counter}>
      {stores.length > 1 && (
        <Choice
          label={t('store')}
          data={[{ value: anyStore, label: t('anyStore') }, ...stores]}
          value={store?.value ?? anyStore}
          readOnly={isBusy}
          onChange={(value) => {
            remember(preference, value)
            setChosen(value)
            setShown({})
          }}
        />
      )}
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <TextInput
          ref={input}
          size="xl"
          label={t('code')}
          description={t('codeHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          value={code}
          readOnly={isBusy}
          error={
            error !== undefined && (
              <span role="alert">
                <Refusal error={error} />
              </span>
            )
          }
          onChange={({ currentTarget: { value, selectionEnd } }) => {
            // Grouping moves the caret to the end, so a digit that is corrected in the middle stays as typed.
            setCode(selectionEnd === value.length ? inGroups(value) : value)
            setShown({})
          }}
        />
        <Button type="submit" size="xl" loading={isBusy}>
          {t('find')}
        </Button>
      </form>
      <Text role="status" size="lg" fw={600}>
        {done !== undefined && (
          <>
            <IconCheck size={20} className={classes.check} aria-hidden="true" /> {t('done', { no: done })}
          </>
        )}
      </Text>
      {order && (
        <FoundOrder order={order}>
          {(count) =>
            isShown && (
              <div className={classes.actions} ref={actions}>
                <ActionButton size="lg" onAct={() => handOver(order)}>
                  {t('handOver', { count })}
                </ActionButton>
                <Button size="lg" variant="default" onClick={() => clear()}>
                  {t('clear')}
                </Button>
              </div>
            )
          }
        </FoundOrder>
      )}
    </div>
  )
}

/** Typed digits there do not belong to a pick-up code. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([readonly]), textarea'))

/** In groups of four, like on the customer's screen. */
const inGroups = (code: string) => (codeOf(code).match(/.{1,4}/g) ?? []).join(' ')
