'use client'

import { Title } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { catchFocus } from '@/components/ui/main-focus'
import classes from './gate.module.css'
import { useCustomer } from './provider'
import { SignInChoices } from './sign-in-choices'

interface CustomerGateProps {
  /** Until the browser knows whether the customer is signed in. */
  skeleton: ReactNode
  children: ReactNode
}

export function CustomerGate({ skeleton, children }: CustomerGateProps) {
  const t = useTranslations('storefront.signIn')
  const { isSignedIn, signIn } = useCustomer()
  const before = useRef(isSignedIn)
  useEffect(() => {
    // The removed button for signing in or out has lost the focus.
    if (before.current !== undefined && before.current !== isSignedIn) catchFocus()
    before.current = isSignedIn
  }, [isSignedIn])
  if (isSignedIn === undefined) return skeleton
  if (isSignedIn) return children
  return (
    <section className={classes.gate} aria-labelledby="sign-in">
      <IconUserCircle size={56} stroke={1.2} aria-hidden="true" />
      <Title order={2} size="h3" id="sign-in">
        {t('title')}
      </Title>
      <p className={classes.lead}>{t('lead')}</p>
      <div className={classes.choices}>
        <SignInChoices onSignedIn={signIn} />
      </div>
    </section>
  )
}
