'use client'

import { Checkbox, Switch, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { usePermissionNames } from '@/components/permission-names'
import { titleOf } from '@/components/shell/routes'
import { flattenTree } from '@/components/tree/tree-moves'
import { type Element, idsIn, type Menu, mayGive, type Offer, type Shown, stateOf } from './grants'
import classes from './group.module.css'

interface MenuChoiceProps {
  offer: Offer
  /** The permissions that the group has. */
  codes: string[]
  shown: Shown
  disabled: boolean
  follows: boolean
  onFollow: (follows: boolean) => void
  onChange: (shown: Shown) => void
}

/**
 * Which pages, and which buttons on them, the members get to see. A directory is seen when something in it is: its box
 * stands for all of that.
 */
export function MenuChoice(props: MenuChoiceProps) {
  const { offer, shown, disabled, follows, onFollow } = props
  const t = useTranslations('group')
  const { menus = [], elements } = offer
  const pages = pagesIn(menus)
  return (
    <section className={classes.part} aria-label={t('menusAndElements')}>
      <div className={classes.partHead}>
        <h3>{t('menusAndElements')}</h3>
        <Text size="sm" c="dimmed" role="status">
          {t('shown', { count: pages.filter(({ id }) => shown.menu_ids.includes(id)).length, total: pages.length })}
        </Text>
      </div>
      <Switch
        className={classes.follow}
        label={t('follow')}
        description={t('followHelp')}
        disabled={disabled}
        checked={follows}
        onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
      />
      {!elements && <p className={classes.note}>{t('elementsUnread')}</p>}
      <ul className={classes.tree}>
        {menus.map((menu) => (
          <Branch key={menu.id} {...props} disabled={disabled || follows} menu={menu} />
        ))}
      </ul>
    </section>
  )
}

/** Directories are seen by themselves: what can be given are pages and links. */
const pagesIn = (menus: Menu[]) => flattenTree(menus).filter(({ type }) => type !== 'directory')

function Branch({ menu, ...props }: MenuChoiceProps & { menu: Menu }) {
  const { offer, shown, disabled, follows, onChange } = props
  const t = useTranslations('group')
  const locale = useLocale()
  const title = titleOf(locale, menu)
  const pages = pagesIn([menu])
  const free = pages.filter(({ permission_code }) => mayGive(offer, permission_code))
  const state = stateOf(idsIn((free.length > 0 ? free : pages).map(({ id }) => id)), shown.menu_ids)
  const isClosed = free.length === 0
  const elements = (offer.elements ?? []).filter(({ menu_id }) => menu_id === menu.id)
  const elementsOf = (some: Menu[]) =>
    (offer.elements ?? []).filter(({ menu_id }) => some.some(({ id }) => id === menu_id)).map(({ id }) => id)
  const toggle = () => {
    const ids = free.map(({ id }) => id)
    const others = shown.menu_ids.filter((id) => !ids.includes(id))
    // On a page that is not seen nothing is.
    if (state.checked) {
      const gone = elementsOf(free)
      onChange({ menu_ids: others, element_ids: shown.element_ids.filter((id) => !gone.includes(id)) })
    } else onChange({ ...shown, menu_ids: idsIn([...others, ...ids]) })
  }
  const toggleElement = ({ id }: Element) =>
    onChange(
      shown.element_ids.includes(id)
        ? { ...shown, element_ids: shown.element_ids.filter((one) => one !== id) }
        : { menu_ids: idsIn([...shown.menu_ids, menu.id]), element_ids: idsIn([...shown.element_ids, id]) },
    )
  return (
    <li>
      <Checkbox
        size="xs"
        {...state}
        disabled={disabled || isClosed}
        title={isClosed && !follows ? t('notHeld') : undefined}
        onChange={toggle}
        label={
          <span className={classes.menu} data-directory={menu.type === 'directory' || undefined}>
            {title}
            <Lacking {...props} code={menu.permission_code} isShown={shown.menu_ids.includes(menu.id)} />
          </span>
        }
      />
      {elements.length > 0 && (
        <ul className={classes.elements} aria-label={t('elementsOf', { name: title })}>
          {elements.map((element) => (
            <li key={element.id}>
              <Checkbox
                size="xs"
                checked={shown.element_ids.includes(element.id)}
                disabled={disabled || !mayGive(offer, element.permission_code)}
                title={!follows && !mayGive(offer, element.permission_code) ? t('notHeld') : undefined}
                onChange={() => toggleElement(element)}
                label={
                  <span className={classes.menu}>
                    {element.name}
                    <Lacking
                      {...props}
                      code={element.permission_code}
                      isShown={shown.element_ids.includes(element.id)}
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

/** Given, and yet not seen: the group lacks the permission that it is shown with. */
function Lacking({ codes, code, isShown }: { codes: string[]; code: string | null; isShown: boolean }) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  if (!isShown || code === null || codes.includes(code)) return null
  return (
    <small>
      <IconEyeOff size={14} stroke={1.6} aria-hidden="true" /> {t('lacking', { point: names.point(code) })}
    </small>
  )
}
