import { IconPoint } from '@tabler/icons-react'
import * as menuIcons from './menu-icons'

/** The icons by Tabler's names in kebab case, as the database stores them: `book-2` is IconBook2. */
const icons = new Map(
  Object.entries(menuIcons).map(([component, Icon]) => [
    component
      .slice('Icon'.length)
      .replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-')
      .toLowerCase(),
    Icon,
  ]),
)

/** The names of icons that the icon picker of a menu offers. */
export const menuIconNames = [...icons.keys()]

/**
 * The icon of a menu entry; a dot for an unknown name. Decorative, because the title of the entry is beside the icon.
 * This file contains all icons and is large, so pages use {@link MenuIcon}, whose icons are rendered on the server.
 */
export function AnyIcon({ name, size = 18 }: { name: string; size?: number }) {
  const Icon = icons.get(name) ?? IconPoint
  return <Icon size={size} stroke={1.6} aria-hidden="true" focusable="false" />
}
