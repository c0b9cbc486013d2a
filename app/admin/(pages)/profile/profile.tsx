'use client'

import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FormFailure } from '@/components/admin/resource-form/form-failure'
import ImageInput from '@/components/admin/resource-form/inputs/image-input'
import { useSubmit } from '@/components/admin/resource-form/use-submit'
import { PersonAvatar } from '@/components/ui/person'
import { useRefresh } from '@/components/ui/refresh'
import { SchemeSwitch } from '@/components/ui/scheme-switch'
import { useToast } from '@/components/ui/toast'
import { type Answer, send } from '@/lib/server/client'
import { LanguageChoice } from './language-choice'
import classes from './profile.module.css'
import { SecretForm } from './secret-form'
import { Sessions } from './sessions'

interface ProfileProps {
  user: Answer<'GET /v1/user'>
  sessions: Answer<'GET /v1/user/session'>
  /** For accounts of the demonstration, whose password is on the sign-in page. */
  hasFixedSecret: boolean
}

export function Profile({ user, sessions, hasFixedSecret }: ProfileProps) {
  const t = useTranslations('profile')
  return (
    <div className={classes.page}>
      <Panel title={t('who')}>
        <AccountForm user={user} />
      </Panel>
      <Panel title={t('looks')}>
        <Group gap="xl">
          <Group gap="xs">
            <Text size="sm">{t('scheme')}</Text>
            <SchemeSwitch />
          </Group>
          <Group gap="xs">
            <Text size="sm">{t('language')}</Text>
            <LanguageChoice />
          </Group>
        </Group>
      </Panel>
      <Panel title={t('password')}>
        {hasFixedSecret ? <Text size="sm">{t('fixedSecret')}</Text> : <SecretForm username={user.username ?? ''} />}
      </Panel>
      <Panel title={t('sessions')} lead={t('sessionsLead')}>
        <Sessions sessions={sessions} />
      </Panel>
    </div>
  )
}

function Panel({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {lead && (
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
      )}
      <div className={classes.content}>{children}</div>
    </section>
  )
}

function AccountForm({ user }: { user: ProfileProps['user'] }) {
  const t = useTranslations('profile')
  const refresh = useRefresh()
  const toast = useToast()
  const { isBusy, errors, failure, submit, clearError } = useSubmit()
  const [nickname, setNickname] = useState(user.nickname)
  const [avatar, setAvatar] = useState(user.avatar_url ?? '')
  const groups = user.is_root ? t('root') : (user.groups ?? []).map(({ name }) => name).join(', ')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { nickname, avatar_url: avatar || null }
    if (await submit(() => send('PUT /v1/user', { body }))) {
      toast.success(t('saved'))
      refresh()
    }
  }
  return (
    <form noValidate className={classes.form} aria-label={t('who')} onSubmit={save}>
      <Group gap="md" wrap="nowrap">
        <PersonAvatar name={nickname || (user.username ?? '')} url={avatar || null} size={56} />
        <div className={classes.account}>
          <Text fw={600}>{user.username}</Text>
          <Text size="sm" c="dimmed">
            {groups}
          </Text>
        </div>
      </Group>
      <TextInput
        label={t('nickname')}
        name="nickname"
        autoComplete="name"
        required
        maxLength={64}
        error={errors.nickname}
        value={nickname}
        onChange={({ currentTarget }) => {
          clearError('nickname')
          setNickname(currentTarget.value)
        }}
      />
      <ImageInput
        label={t('avatar')}
        description={t('avatarHelp')}
        path="avatar_url"
        value={avatar}
        error={errors.avatar_url}
        disabled={false}
        required={false}
        expected={{ width: 160, height: 160 }}
        onChange={(url) => {
          clearError('avatar_url')
          setAvatar(String(url))
        }}
      />
      <FormFailure failure={failure} />
      <Button type="submit" loading={isBusy} className={classes.submit}>
        {t('save')}
      </Button>
    </form>
  )
}
