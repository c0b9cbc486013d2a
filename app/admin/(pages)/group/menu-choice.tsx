'use client'

import { Checkbox, Switch, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { usePermissionNames } from '@/components/admin/permission-names'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { titleOf } from '@/lib/menu/routes'
import { canGrant, checkboxState, type Element, type GrantOptions, idsIn, type Menu, type Visibility } from './grants'
import classes from './group.module.css'
import { useHiddenText } from './hidden-text'

interface MenuChoiceProps {
  grantOptions: GrantOptions
  /** Of the group. */
  codes: string[]
  before: readonly string[]
  visibility: Visibility
  disabled: boolean
  isAutomatic: boolean
  onAutomatic: (isAutomatic: boolean) => void
  onChange: (visibility: Visibility) => void
}

/** A directory is visible if any of its pages is. Its checkbox switches all pages in it. */
export function MenuChoice(props: MenuChoiceProps) {
  const { grantOptions, codes, before, visibility, disabled, isAutomatic, onAutomatic } = props
  const t = useTranslations('group')
  const { menus = [], elements } = grantOptions
  const pages = pagesIn(menus)
  const hidden = useHiddenText(grantOptions, before)({ ...visibility, permission_codes: codes })
  return (
    <section className={classes.part} aria-label={t('menusAndElements')}>
      <div className={classes.partHead}>
        <h2>{t('menusAndElements')}</h2>
        <Text size="sm" c="dimmed" role="status">
          {t('shown', {
            count: pages.filter(({ id }) => visibility.menu_ids.includes(id)).length,
            total: pages.length,
          })}
        </Text>
      </div>
      <Switch
        className={classes.automatic}
        label={t('follow')}
        description={t('followHelp')}
        disabled={disabled}
        checked={isAutomatic}
        onChange={({ currentTarget }) => onAutomatic(currentTarget.checked)}
      />
      {hidden && (
        <p className={classes.note} role="status">
          <IconEyeOff size={14} stroke={1.6} aria-hidden="true" /> {hidden}
        </p>
      )}
      {!elements && <p className={classes.note}>{t('elementsUnread')}</p>}
      <ul className={classes.tree}>
        {menus.map((menu) => (
          <Branch key={menu.id} {...props} disabled={disabled || isAutomatic} menu={menu} />
        ))}
      </ul>
    </section>
  )
}

/** Directories cannot be granted. */
const pagesIn = (menus: Menu[]) => flattenTree(menus).filter(({ type }) => type !== 'directory')

function Branch({ menu, ...props }: MenuChoiceProps & { menu: Menu }) {
  const { grantOptions, visibility, disabled, isAutomatic, onChange } = props
  const t = useTranslations('group')
  const locale = useLocale()
  const title = titleOf(locale, menu)
  const pages = pagesIn([menu])
  const grantable = pages.filter(({ permission_code }) => canGrant(grantOptions, permission_code))
  const state = checkboxState(
    idsIn((grantable.length > 0 ? grantable : pages).map(({ id }) => id)),
    visibility.menu_ids,
  )
  const isLocked = grantable.length === 0
  const elements = (grantOptions.elements ?? []).filter(({ menu_id }) => menu_id === menu.id)
  const elementsOf = (some: Menu[]) =>
    (grantOptions.elements ?? []).filter(({ menu_id }) => some.some(({ id }) => id === menu_id)).map(({ id }) => id)
  const toggle = () => {
    const ids = grantable.map(({ id }) => id)
    const others = visibility.menu_ids.filter((id) => !ids.includes(id))
    // Hiding a page hides its elements.
    if (state.checked) {
      const hiddenElements = elementsOf(grantable)
      onChange({ menu_ids: others, element_ids: visibility.element_ids.filter((id) => !hiddenElements.includes(id)) })
    } else onChange({ ...visibility, menu_ids: idsIn([...others, ...ids]) })
  }
  const toggleElement = ({ id }: Element) =>
    onChange(
      visibility.element_ids.includes(id)
        ? { ...visibility, element_ids: visibility.element_ids.filter((one) => one !== id) }
        : { menu_ids: idsIn([...visibility.menu_ids, menu.id]), element_ids: idsIn([...visibility.element_ids, id]) },
    )
  return (
    <li>
      <Checkbox
        size="xs"
        {...state}
        disabled={disabled || isLocked}
        title={isLocked && !isAutomatic ? t('notHeld') : undefined}
        onChange={toggle}
        label={
          <span className={classes.menu} data-directory={menu.type === 'directory' || undefined}>
            {title}
            <MissingPermission
              {...props}
              code={menu.permission_code}
              isVisible={visibility.menu_ids.includes(menu.id)}
            />
          </span>
        }
      />
      {elements.length > 0 && (
        <ul className={classes.elements} aria-label={t('elementsOf', { name: title })}>
          {elements.map((element) => (
            <li key={element.id}>
              <Checkbox
                size="xs"
                checked={visibility.element_ids.includes(element.id)}
                disabled={disabled || !canGrant(grantOptions, element.permission_code)}
                title={!isAutomatic && !canGrant(grantOptions, element.permission_code) ? t('notHeld') : undefined}
                onChange={() => toggleElement(element)}
                label={
                  <span className={classes.menu}>
                    {element.name}
                    <MissingPermission
                      {...props}
                      code={element.permission_code}
                      isVisible={visibility.element_ids.includes(element.id)}
                    />
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {menu.children.length > 0 && (
        <ul>
          {menu.children.map((child) => (
            <Branch key={child.id} {...props} menu={child} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The group lacks the permission for a chosen menu or element. */
function MissingPermission({ codes, code, isVisible }: { codes: string[]; code: string | null; isVisible: boolean }) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  if (!isVisible || code === null || codes.includes(code)) return null
  return (
    <small>
      <IconEyeOff size={14} stroke={1.6} aria-hidden="true" /> {t('lacking', { point: names.permission(code) })}
    </small>
  )
}
