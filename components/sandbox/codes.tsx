'use client'

import { Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { CommandLine } from '@/components/ui/command-line'
import { useControl } from './control'
import classes from './sandbox.module.css'

/** As from WeChat. `origin`: of the API. */
export function Codes({ origin }: { origin: string }) {
  return (
    <div className={classes.codes}>
      <LoginCode origin={origin} />
      <PhoneCode />
    </div>
  )
}

function LoginCode({ origin }: { origin: string }) {
  const t = useTranslations('sandbox.codes')
  const { act } = useControl()
  const [openid, setOpenid] = useState('')
  const [code, setCode] = useState<string>()
  const issue = async () => {
    const result = await act({ action: 'login_code', openid: openid || undefined }, t('issued'))
    setCode(result?.code)
  }
  return (
    <Stack gap="sm">
      <h3 className={classes.subheading}>{t('login')}</h3>
      <TextInput
        label={t('person')}
        description={t('personMeaning')}
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder="alice"
        autoComplete="off"
        value={openid}
        onChange={({ currentTarget }) => setOpenid(currentTarget.value)}
      />
      <div>
        <ActionButton onAct={issue}>{t('issueLogin')}</ActionButton>
      </div>
      {code && (
        <>
          <CommandLine label={t('code')} text={code} />
          <CommandLine
            label={t('use')}
            text={`curl ${origin}/v1/token -H 'Content-Type: application/json' -d '{"type":200,"account":"${code}"}'`}
          />
        </>
      )}
    </Stack>
  )
}

function PhoneCode() {
  const t = useTranslations('sandbox.codes')
  const { act } = useControl()
  const [phone, setPhone] = useState('13800001234')
  const [code, setCode] = useState<string>()
  const issue = async () => {
    const result = await act({ action: 'phone_code', phone }, t('issued'))
    setCode(result?.code)
  }
  return (
    <Stack gap="sm">
      <h3 className={classes.subheading}>{t('phone')}</h3>
      <TextInput
        label={t('number')}
        description={t('numberMeaning')}
        inputWrapperOrder={['label', 'input', 'description']}
        inputMode="tel"
        autoComplete="off"
        value={phone}
        onChange={({ currentTarget }) => setPhone(currentTarget.value)}
      />
      <div>
        <ActionButton variant="default" onAct={issue}>
          {t('issuePhone')}
        </ActionButton>
      </div>
      {code && <CommandLine label={t('code')} text={code} />}
    </Stack>
  )
}
