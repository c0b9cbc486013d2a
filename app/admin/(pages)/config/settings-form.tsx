'use client'

import { Button, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { FormFailure } from '@/components/admin/resource-form/form-failure'
import { useSubmit } from '@/components/admin/resource-form/use-submit'
import { useUnsavedDialog } from '@/components/admin/resource-form/use-unsaved-dialog'
import { catchFocusSoon } from '@/components/ui/main-focus'
import { useRefresh } from '@/components/ui/refresh'
import { useToast } from '@/components/ui/toast'
import { useAfterRender } from '@/components/ui/use-after-render'
import { useSectionInView } from '@/components/ui/use-section-in-view'
import { advancedGroups, mainGroups, type SettingGroup } from '@/lib/kit/config/groups'
import { send } from '@/lib/server/client'
import classes from './config.module.css'
import { bodyOf, faultsIn, type StoredSetting, type Value } from './edits'
import { SettingValue } from './field'
import { SettingsPanel } from './panel'
import { useAdvancedSection } from './use-advanced-section'
import { useEdits } from './use-edits'

const Review = dynamic(() => import('@/components/admin/resource-form/review'), { ssr: false })

interface SettingsFormProps {
  settings: StoredSetting[]
  /** undefined: the user may not open the template. */
  template: string | undefined
}

/** One request saves all changes, or none. */
export function SettingsForm({ settings: stored, template }: SettingsFormProps) {
  const t = useTranslations('config')
  const labelOf = useTranslations('setting.label')
  const refresh = useRefresh()
  const toast = useToast()
  const mayUpdate = useCan()('config.update')
  const afterRender = useAfterRender()
  const root = useRef<HTMLFormElement>(null)
  const [isReviewing, setReviewing] = useState(false)
  const { settings, edits, changed, edit, discard, keep } = useEdits(stored)
  const { isBusy, errors, failure, submit, show, clearError } = useSubmit(
    Object.fromEntries(settings.flatMap(({ key, type }) => (type === 'integer' ? [[key, 'number']] : []))),
  )
  const unsavedDialog = useUnsavedDialog(changed.length > 0, {
    title: t('unsavedTitle'),
    text: t('unsaved', { count: changed.length }),
  })

  const focusFirstFault = () =>
    afterRender(() => root.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus())
  const change = (key: string, value: Value | undefined) => {
    for (const name of Object.keys(errors)) if (name === key || name.startsWith(`${key}.`)) clearError(name)
    edit(key, value)
  }
  const save = async () => {
    const isDone = await submit(() => send('PUT /cms/config', { body: bodyOf(changed) }))
    setReviewing(false)
    if (isDone) {
      toast.success(t('saved'))
      keep()
      refresh()
      catchFocusSoon()
    } else focusFirstFault()
  }
  const review = () => {
    const faults = changed.flatMap(faultsIn)
    if (faults.length === 0) return setReviewing(changed.length > 0)
    show(faults)
    focusFirstFault()
  }
  useHotkeys([['mod+S', review]], [])
  const withSettings = (groups: readonly SettingGroup[]) =>
    groups.filter((group) => settings.some((setting) => setting.group === group))
  const main = withSettings(mainGroups)
  const advanced = withSettings(advancedGroups)
  const hasAdvancedError = settings.some(({ key, group }) => key in errors && advanced.some((one) => one === group))
  const section = useAdvancedSection(errors, hasAdvancedError)
  const shownGroups = section.isOpen ? [...main, ...advanced] : main
  const current = useSectionInView(shownGroups) ?? shownGroups[0]

  const indexLink = (group: SettingGroup) => (
    <a key={group} href={`#${group}`} aria-current={current === group ? 'location' : undefined}>
      {t(`groups.${group}`)}
    </a>
  )
  const panel = (group: SettingGroup, order: 2 | 3) => (
    <SettingsPanel
      key={group}
      group={group}
      order={order}
      settings={settings}
      edits={edits}
      errors={errors}
      disabled={!mayUpdate}
      template={template}
      onEdit={change}
    />
  )

  return (
    <form
      ref={root}
      noValidate
      className={classes.form}
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      <nav className={classes.index} aria-label={t('index')}>
        {main.map(indexLink)}
        {advanced.length > 0 && <a href="#advanced">{t('advanced')}</a>}
        {section.isOpen && advanced.map(indexLink)}
      </nav>
      {main.map((group) => panel(group, 2))}
      {advanced.length > 0 && (
        <details
          ref={section.ref}
          id="advanced"
          className={classes.advanced}
          open={section.isOpen}
          onToggle={({ currentTarget }) => section.setOpen(currentTarget.open)}
        >
          <summary>
            <Title order={2} size="h5">
              {t('advanced')}
            </Title>
            <span className={classes.help}>{t('advancedHelp')}</span>
          </summary>
          {advanced.map((group) => panel(group, 3))}
        </details>
      )}
      {(changed.length > 0 || failure) && (
        <div className={classes.bar}>
          <FormFailure failure={failure} />
          <Text size="sm" role="status">
            {t('changed', { count: changed.length })}
          </Text>
          <Button variant="default" ml="auto" onClick={discard} disabled={isBusy}>
            {t('discard')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('review')}
          </Button>
        </div>
      )}
      {isReviewing && (
        <Review
          title={t('reviewTitle')}
          rows={changed.map(({ setting, value }) => ({
            key: setting.key,
            label: labelOf(setting.key),
            before: <SettingValue setting={setting} />,
            after: <SettingValue setting={{ ...setting, value }} />,
          }))}
          isBusy={isBusy}
          onConfirm={() => void save()}
          onCancel={() => setReviewing(false)}
        />
      )}
      {unsavedDialog}
    </form>
  )
}
