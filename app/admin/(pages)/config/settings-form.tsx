'use client'

import { Anchor, Button, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useMessages, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { FormFailure } from '@/components/admin/resource-form/form-failure'
import { useSubmit } from '@/components/admin/resource-form/use-submit'
import { useUnsavedDialog } from '@/components/admin/resource-form/use-unsaved-dialog'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Link } from '@/components/ui/link'
import { catchFocusSoon } from '@/components/ui/main-focus'
import { useRefresh } from '@/components/ui/refresh'
import { useToast } from '@/components/ui/toast'
import { useAfterRender } from '@/components/ui/use-after-render'
import { useSectionInView } from '@/components/ui/use-section-in-view'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import { advancedGroups, mainGroups, type SettingGroup } from '@/lib/kit/config/groups'
import type { SettingKey, Settings } from '@/lib/kit/config/registry'
import { send } from '@/lib/server/client'
import classes from './config.module.css'
import { SettingField, SettingValue } from './field'

const Review = dynamic(() => import('@/components/admin/resource-form/review'), { ssr: false })

type StoredSetting = RowOf<'GET /cms/config'>
type Value = Settings[SettingKey]
/** With texts in the message files. */
export type Setting = StoredSetting & { key: SettingKey; value: Value; default: Value }

const closingEnds = ['from', 'until'] as const

/** By content: some values are objects. */
const isSame = (a: Value, b: Value) => JSON.stringify(a) === JSON.stringify(b)

/** Incomplete, not a number, or out of bounds. */
function outOfBounds(
  { key, type, minimum, maximum }: Setting,
  value: Value,
): Pick<InvalidParam, 'name' | 'code' | 'params'>[] {
  if (value !== null && typeof value === 'object')
    return closingEnds.flatMap((end) =>
      value[end] === '' ? [{ name: `${key}.${end}`, code: 'required' as const }] : [],
    )
  if (type === 'integer' && typeof value === 'string') return [{ name: key, code: 'invalid_type' }]
  if (typeof value !== 'number') return []
  if (minimum !== undefined && value < minimum) return [{ name: key, code: 'too_small', params: { minimum } }]
  return maximum !== undefined && value > maximum ? [{ name: key, code: 'too_big', params: { maximum } }] : []
}

/** By default the stored value. An entry null is a value, not a missing entry. */
const valueIn = (values: ReadonlyMap<string, Value>, { key, value }: Setting) => {
  const other = values.get(key)
  return other === undefined ? value : other
}

interface SettingsFormProps {
  settings: StoredSetting[]
  /** undefined: the user may not open the template. */
  template: string | undefined
}

/** One request saves all changes, or none. */
export function SettingsForm({ settings, template }: SettingsFormProps) {
  const t = useTranslations('config')
  const labelOf = useTranslations('setting.label')
  const refresh = useRefresh()
  const toast = useToast()
  const mayUpdate = useCan()('config.update')
  const afterRender = useAfterRender()
  const root = useRef<HTMLFormElement>(null)
  const [edited, setEdited] = useState<Readonly<Record<string, Value>>>({})
  const [isReviewing, setReviewing] = useState(false)
  // Without texts: left out. Values are not checked, because the large schemas stay on the server.
  const labels = new Map<string, object>(Object.entries(useMessages().setting.label))
  const isKnown = (setting: StoredSetting): setting is Setting => {
    const [group = '', name = ''] = setting.key.split('.')
    return Object.hasOwn(labels.get(group) ?? {}, name)
  }
  // Shows the saved values until the page is read again.
  const [saved, setSaved] = useState({ settings, values: new Map<string, Value>() })
  if (saved.settings !== settings) setSaved({ settings, values: new Map() })
  const known = settings.filter(isKnown).map((setting) => ({ ...setting, value: valueIn(saved.values, setting) }))
  const { isBusy, errors, failure, submit, show, clearError } = useSubmit(
    Object.fromEntries(known.flatMap(({ key, type }) => (type === 'integer' ? [[key, 'number']] : []))),
  )
  const changed = known.flatMap((setting) => {
    const value = edited[setting.key]
    return value === undefined || isSame(value, setting.value) ? [] : [{ setting, value }]
  })
  const unsavedDialog = useUnsavedDialog(changed.length > 0, {
    title: t('unsavedTitle'),
    text: t('unsaved', { count: changed.length }),
  })

  const focusFirstFault = () =>
    afterRender(() => root.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus())
  const change = (key: string, value: Value | undefined) => {
    for (const name of Object.keys(errors)) if (name === key || name.startsWith(`${key}.`)) clearError(name)
    setEdited(({ [key]: _, ...others }) => (value === undefined ? others : { ...others, [key]: value }))
  }
  const save = async () => {
    // Null for the default: the setting then follows a later change of the default.
    const body = Object.fromEntries(
      changed.map(({ setting, value }) => [setting.key, value === setting.default ? null : value]),
    )
    const isDone = await submit(() => send('PUT /cms/config', { body }))
    setReviewing(false)
    if (isDone) {
      toast.success(t('saved'))
      setSaved({ settings, values: new Map([...saved.values, ...Object.entries(edited)]) })
      setEdited({})
      refresh()
      catchFocusSoon()
    } else focusFirstFault()
  }
  const review = () => {
    const faults = changed.flatMap(({ setting, value }) => outOfBounds(setting, value))
    if (faults.length === 0) return setReviewing(changed.length > 0)
    show(faults)
    focusFirstFault()
  }
  useHotkeys([['mod+S', review]], [])
  const withSettings = (groups: readonly SettingGroup[]) =>
    groups.filter((group) => known.some((setting) => setting.group === group))
  const main = withSettings(mainGroups)
  const advanced = withSettings(advancedGroups)
  const [isAdvancedOpen, setAdvancedOpen] = useState(false)
  // An error in the closed section opens it.
  const [seenErrors, setSeenErrors] = useState(errors)
  if (seenErrors !== errors) {
    setSeenErrors(errors)
    if (known.some(({ key, group }) => key in errors && advanced.some((one) => one === group))) setAdvancedOpen(true)
  }
  const shownGroups = isAdvancedOpen ? [...main, ...advanced] : main
  const current = useSectionInView(shownGroups) ?? shownGroups[0]
  useHashTarget()
  const advancedSection = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // The browser, or a user, may have opened the section before the page was interactive.
    if (advancedSection.current?.open) setAdvancedOpen(true)
  }, [])

  const indexLink = (group: SettingGroup) => (
    <a key={group} href={`#${group}`} aria-current={current === group ? 'location' : undefined}>
      {t(`groups.${group}`)}
    </a>
  )
  const panel = (group: SettingGroup, order: 2 | 3) => (
    <section key={group} id={group} className={classes.panel} aria-labelledby={`group-${group}`}>
      <Title order={order} size="h5" id={`group-${group}`} className={classes.head}>
        {t(`groups.${group}`)}
      </Title>
      {group === 'delivery' && (
        <p className={classes.note}>
          {t.rich('freight', {
            template: (text) =>
              template === undefined ? (
                text
              ) : (
                <Anchor component={Link} href={template} inherit underline="always">
                  {text}
                </Anchor>
              ),
          })}
        </p>
      )}
      {known
        .filter((setting) => setting.group === group)
        .map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            value={valueIn(new Map(Object.entries(edited)), setting)}
            errors={errors}
            disabled={!mayUpdate}
            onChange={(value) => change(setting.key, value)}
          />
        ))}
    </section>
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
        {isAdvancedOpen && advanced.map(indexLink)}
      </nav>
      {main.map((group) => panel(group, 2))}
      {advanced.length > 0 && (
        <details
          ref={advancedSection}
          id="advanced"
          className={classes.advanced}
          open={isAdvancedOpen}
          onToggle={({ currentTarget }) => setAdvancedOpen(currentTarget.open)}
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
          <Button variant="default" ml="auto" onClick={() => setEdited({})} disabled={isBusy}>
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

/** Now and whenever the hash changes. Opens the section with the setting. */
function useHashTarget(): void {
  useEffect(() => {
    let hash = ''
    const follow = () => {
      if (location.hash === hash) return
      hash = location.hash
      const sought = document.getElementById(decodeURIComponent(hash.slice(1)))
      if (!sought) return
      const section = sought.closest('details')
      if (section) section.open = true
      sought.scrollIntoView({ block: sought.matches('section, details') ? 'start' : 'center' })
      sought.focus({ preventScroll: true })
    }
    follow()
    // The router changes the URL without the event `hashchange`.
    const [target, event] = 'navigation' in window ? [window.navigation, 'currententrychange'] : [window, 'hashchange']
    target.addEventListener(event, follow)
    return () => target.removeEventListener(event, follow)
  }, [])
}
