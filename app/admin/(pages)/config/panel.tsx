'use client'

import { Anchor, Title } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import type { SettingGroup } from '@/lib/kit/config/groups'
import classes from './config.module.css'
import { type Edits, type Setting, type Value, valueIn } from './edits'
import { SettingField } from './field'

interface SettingsPanelProps {
  group: SettingGroup
  /** Level of the heading. */
  order: 2 | 3
  /** Of all groups. */
  settings: readonly Setting[]
  edits: Edits
  errors: Readonly<Record<string, string>>
  disabled: boolean
  /** undefined: the user may not open the template. */
  template: string | undefined
  onEdit: (key: string, value: Value | undefined) => void
}

/** The settings of a group. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { group, order, settings, edits, errors, disabled, template, onEdit } = props
  const t = useTranslations('config')
  return (
    <section id={group} className={classes.panel} aria-labelledby={`group-${group}`}>
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
      {settings
        .filter((setting) => setting.group === group)
        .map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            value={valueIn(edits, setting)}
            errors={errors}
            disabled={disabled}
            onChange={(value) => onEdit(setting.key, value)}
          />
        ))}
    </section>
  )
}
