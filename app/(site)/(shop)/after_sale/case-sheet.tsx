'use client'

import { Button, NativeSelect, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { type Photo, Photos } from '@/components/shop/photos/photos'
import { Sheet } from '@/components/shop/sheet'
import { useDict } from '@/components/shop/use-dict'
import { Failure } from '@/components/ui/failure'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import type { Case } from './case-card'

interface CaseSheetProps {
  id: number
  /** `return`: how the goods were sent back; `dispute`: why the rejection is wrong. */
  kind: 'return' | 'dispute'
  onDone: (changed: Case) => void
  onClose: () => void
}

/** What the customer writes about a case. */
export default function CaseSheet({ id, kind, onDone, onClose }: CaseSheetProps) {
  const t = useTranslations('purchase.case')
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [isBusy, setBusy] = useState(false)
  const [photos, setPhotos] = useState<Photo[]>([])
  const tInvalid = useTranslations('refusal.invalid')
  const [missing, setMissing] = useState<readonly string[]>([])
  const errorOf = (name: string) => (missing.includes(name) ? tInvalid('required') : undefined)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const form = new FormData(element)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    // In our own words and at the field, as in the other forms, instead of the browser's bubble.
    const empty = (kind === 'return' ? ['carrier', 'tracking_no'] : ['description']).filter((name) => !text(name))
    setMissing(empty)
    if (empty.length > 0) {
      element.querySelector<HTMLElement>(`[name=${empty[0]}]`)?.focus()
      return
    }
    setBusy(true)
    await act(
      async () => {
        const body = { carrier: text('carrier'), tracking_no: text('tracking_no') }
        const changed = await asCustomer((token) =>
          kind === 'return'
            ? send('POST /v1/after_sale/{id}/return', { params: { id }, body, token })
            : send('POST /v1/after_sale/{id}/dispute', {
                params: { id },
                body: { description: text('description'), image_ids: photos.map(({ id }) => id) },
                token,
              }),
        )
        onDone(changed)
      },
      {
        success: t(kind === 'return' ? 'returnSent' : 'disputeSent'),
        failure: t('notSent'),
        keepsInput: true,
        isLocal: true,
      },
    )
    setBusy(false)
  }
  return (
    <Sheet title={t(kind)} onClose={onClose}>
      <form noValidate onSubmit={submit} onInput={() => setMissing([])}>
        <Stack>
          {kind === 'return' ? (
            <>
              <CarrierSelect error={errorOf('carrier')} />
              <TextInput
                name="tracking_no"
                label={t('trackingNo')}
                error={errorOf('tracking_no')}
                maxLength={64}
                autoComplete="off"
                required
              />
            </>
          ) : (
            <>
              <Textarea
                name="description"
                label={t('why')}
                error={errorOf('description')}
                maxLength={500}
                autosize
                minRows={4}
                required
                data-autofocus
              />
              <Photos photos={photos} onChange={setPhotos} />
            </>
          )}
          <Button type="submit" size="md" loading={isBusy}>
            {t('send')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

/** Nothing is chosen for the customer, who would send it along with a number of another carrier. */
function CarrierSelect({ error }: { error: string | undefined }) {
  const t = useTranslations('purchase.case')
  const { entries, isFailed, reload } = useDict()
  if (isFailed) return <Failure onRetry={reload} />
  if (!entries) return <Skeleton h={60} />
  return (
    <NativeSelect
      name="carrier"
      label={t('carrier')}
      error={error}
      required
      data={[{ value: '', label: t('chooseCarrier') }, ...entries.filter(({ type }) => type === 'carrier')]}
    />
  )
}
