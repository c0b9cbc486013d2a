'use client'

import { Button, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SecretInput } from '@/components/admin/login/secret-input'
import { FormFailure } from '@/components/admin/resource-form/form-failure'
import { useSubmit } from '@/components/admin/resource-form/use-submit'
import { useRefresh } from '@/components/ui/refresh'
import { useToast } from '@/components/ui/toast'
import { send } from '@/lib/server/client'
import { strengthRules } from '@/lib/token/strength-rules'
import classes from './profile.module.css'

const minimum = strengthRules.staff.length

const emptyFields = { old_secret: '', new_secret: '' }

/** Saving ends all other sessions of the user. */
export function SecretForm({ username }: { username: string }) {
  const t = useTranslations('profile')
  const refresh = useRefresh()
  const toast = useToast()
  const { isBusy, errors, failure, submit, show, clearError } = useSubmit()
  const [fields, setFields] = useState(emptyFields)
  const change = (name: keyof typeof emptyFields) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    clearError(name)
    setFields((all) => ({ ...all, [name]: value }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (fields.new_secret.length < minimum)
      return show([{ name: 'new_secret', code: 'too_small', params: { minimum } }])
    const isDone = await submit(() => send('PUT /v1/user/password', { body: fields }))
    if (!isDone) return
    toast.success(t('passwordSaved'))
    setFields(emptyFields)
    refresh()
  }
  return (
    <form noValidate className={classes.form} aria-label={t('password')} onSubmit={save}>
      {/* Tells password managers which account the password belongs to. */}
      <VisuallyHidden>
        <input type="text" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden />
      </VisuallyHidden>
      <SecretInput
        size="sm"
        label={t('oldSecret')}
        name="old_secret"
        autoComplete="current-password"
        maxLength={128}
        error={errors.old_secret}
        value={fields.old_secret}
        onChange={change('old_secret')}
      />
      <SecretInput
        size="sm"
        label={t('newSecret')}
        description={t('newSecretHelp', { minimum })}
        name="new_secret"
        autoComplete="new-password"
        maxLength={128}
        error={errors.new_secret}
        value={fields.new_secret}
        onChange={change('new_secret')}
      />
      <FormFailure failure={failure} />
      <Button type="submit" loading={isBusy} className={classes.submit}>
        {t('changePassword')}
      </Button>
    </form>
  )
}
