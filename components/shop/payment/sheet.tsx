'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { sendControl } from '@/components/sandbox/send-control'
import { Sheet } from '@/components/shop/sheet'
import { ActionButton } from '@/components/ui/action-button'
import { useFailureText } from '@/components/ui/failure-text'
import type { OpenPayment } from './provider'

/** Shown by the simulated phone after `wx.requestPayment`. */
export default function PaymentSheet({ amount, parameters, isArriving, onDone }: OpenPayment) {
  const t = useTranslations('storefront.payment')
  const format = useFormatter()
  const textOf = useFailureText()
  const [refusal, setRefusal] = useState<string>()
  const act = async (action: Parameters<typeof sendControl>[0], outcome: Parameters<OpenPayment['onDone']>[0]) => {
    setRefusal(undefined)
    try {
      await sendControl(action)
      onDone(outcome)
    } catch (error) {
      setRefusal(textOf(error).text)
    }
  }
  const cancel = () => (parameters ? act({ action: 'cancel' }, 'cancelled') : Promise.resolve(onDone('cancelled')))
  return (
    <Sheet title={t('title')} onClose={() => void cancel()} isArriving={isArriving}>
      <Text ta="center" fz={36} fw={650} lh={1.2} mt="xs">
        {format.number(amount / 100, 'price')}
      </Text>
      <Text size="sm" c="dimmed" ta="center" mt={4} mb="lg">
        {parameters ? t('simulated') : t('elsewhere')}
      </Text>
      <Text role="alert" c="red" size="sm" ta="center">
        {refusal}
      </Text>
      {parameters ? (
        <Stack gap="xs">
          <ActionButton size="md" onAct={() => act({ action: 'pay', ...parameters }, 'ok')}>
            {t('pay')}
          </ActionButton>
          <ActionButton size="md" variant="default" onAct={cancel}>
            {t('cancel')}
          </ActionButton>
          <ActionButton size="md" variant="subtle" color="gray" onAct={() => act({ action: 'fail' }, 'failed')}>
            {t('fail')}
          </ActionButton>
        </Stack>
      ) : (
        <Button size="md" fullWidth onClick={() => onDone('cancelled')}>
          {t('understood')}
        </Button>
      )}
    </Sheet>
  )
}
