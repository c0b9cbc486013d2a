import type { menu } from '@/db/schema/menu'

type MenuValues = Pick<typeof menu.$inferInsert, 'name' | 'title' | 'title_en' | 'icon' | 'sort_order'>

type BaseElement = readonly [code: string, name: string, name_en: string, permission_code: string]

export interface BasePage extends Required<MenuValues> {
  permission_code: string
  elements: readonly BaseElement[]
}

interface BaseDirectory extends Required<MenuValues> {
  pages: readonly BasePage[]
}

/** Except for `routes`, the name of a page is the name of its resource in the API. */
export const pathOf = ({ name }: BasePage) => `/admin/${name}`

/** Gaps between the sort numbers leave room for further pages. */
export const topPages = [
  {
    name: 'customer',
    title: '顾客',
    title_en: 'Customers',
    icon: 'user-heart',
    sort_order: 300,
    permission_code: 'cms.customer.list',
    elements: [
      ['customer.update', '编辑顾客', 'Edit customers', 'cms.customer.update'],
      ['customer.export', '导出顾客', 'Export customers', 'cms.customer.export'],
    ],
  },
  {
    name: 'config',
    title: '设置',
    title_en: 'Settings',
    icon: 'adjustments',
    sort_order: 800,
    permission_code: 'cms.config.list',
    elements: [['config.update', '修改设置', 'Change settings', 'cms.config.update']],
  },
] as const satisfies readonly BasePage[]

export const directories = [
  {
    name: 'sale',
    title: '交易',
    title_en: 'Sales',
    icon: 'receipt',
    sort_order: 350,
    pages: [
      {
        name: 'order',
        title: '订单',
        title_en: 'Orders',
        icon: 'file-text',
        sort_order: 10,
        permission_code: 'cms.order.list',
        elements: [
          ['order.create', '代客下单', 'Place orders for customers', 'cms.order.create'],
          ['order.update', '编辑订单', 'Edit orders', 'cms.order.update'],
          ['order.note', '写备注', 'Add notes', 'cms.order.note'],
          ['order.ship', '发货', 'Ship orders', 'cms.order.ship'],
          ['order.collect', '核销自提订单', 'Hand over orders to collect', 'cms.order.collect'],
          ['order.print', '打印配货单', 'Print packing lists', 'cms.order.print'],
          ['order.cancel', '取消订单', 'Cancel orders', 'cms.order.cancel'],
          ['order.refund', '退款', 'Refund orders', 'cms.order.refund'],
          ['order.export', '导出订单', 'Export orders', 'cms.order.export'],
        ],
      },
      {
        name: 'waybill',
        title: '电子面单',
        title_en: 'Waybills',
        icon: 'printer',
        sort_order: 12,
        permission_code: 'cms.waybill.list',
        elements: [
          ['waybill.print', '打印电子面单', 'Make and print waybills', 'cms.waybill.print'],
          ['waybill.cancel', '取消电子面单', 'Cancel waybills', 'cms.waybill.cancel'],
        ],
      },
      {
        name: 'pickup',
        title: '到店核销',
        title_en: 'Pick-up',
        icon: 'barcode',
        sort_order: 15,
        permission_code: 'cms.order.collect',
        // The element of its button is on the page of an order, which has the same button.
        elements: [],
      },
      {
        name: 'after_sale',
        title: '售后',
        title_en: 'Returns',
        icon: 'receipt-refund',
        sort_order: 20,
        permission_code: 'cms.after_sale.list',
        elements: [
          ['after_sale.decide', '同意与拒绝售后', 'Approve and reject returns', 'cms.after_sale.decide'],
          ['after_sale.receive', '验收退货', 'Inspect returned goods', 'cms.after_sale.receive'],
          ['after_sale.arbitrate', '处理申诉', 'Decide disputes', 'cms.after_sale.arbitrate'],
        ],
      },
      {
        name: 'invoice',
        title: '发票',
        title_en: 'Invoices',
        icon: 'file-invoice',
        sort_order: 30,
        permission_code: 'cms.invoice.list',
        elements: [
          ['invoice.issue', '开票与拒绝', 'Issue and refuse invoices', 'cms.invoice.issue'],
          ['invoice.export', '导出发票', 'Export invoices', 'cms.invoice.export'],
        ],
      },
      {
        name: 'freight_template',
        title: '运费模板',
        title_en: 'Shipping templates',
        icon: 'truck',
        sort_order: 40,
        permission_code: 'cms.freight_template.list',
        elements: [
          ['freight_template.create', '新建运费模板', 'Create shipping templates', 'cms.freight_template.create'],
          ['freight_template.update', '编辑运费模板', 'Edit shipping templates', 'cms.freight_template.update'],
          ['freight_template.delete', '删除运费模板', 'Delete shipping templates', 'cms.freight_template.delete'],
        ],
      },
      {
        name: 'carrier_account',
        title: '快递账号',
        title_en: 'Carrier accounts',
        icon: 'truck-delivery',
        sort_order: 45,
        permission_code: 'cms.carrier_account.list',
        elements: [
          ['carrier_account.create', '绑定快递账号', 'Bind carrier accounts', 'cms.carrier_account.create'],
          ['carrier_account.update', '编辑快递账号', 'Edit carrier accounts', 'cms.carrier_account.update'],
          ['carrier_account.delete', '解绑快递账号', 'Unbind carrier accounts', 'cms.carrier_account.delete'],
        ],
      },
      {
        name: 'store',
        title: '门店',
        title_en: 'Stores',
        icon: 'building-store',
        sort_order: 50,
        permission_code: 'cms.store.list',
        elements: [
          ['store.create', '新建门店', 'Create stores', 'cms.store.create'],
          ['store.update', '编辑门店', 'Edit stores', 'cms.store.update'],
          ['store.delete', '删除门店', 'Delete stores', 'cms.store.delete'],
        ],
      },
    ],
  },
  {
    name: 'catalogue',
    title: '商品',
    title_en: 'Catalog',
    icon: 'shopping-bag',
    sort_order: 400,
    pages: [
      {
        name: 'product',
        title: '商品管理',
        title_en: 'Products',
        icon: 'package',
        sort_order: 10,
        permission_code: 'cms.product.list',
        elements: [
          ['product.create', '新建商品', 'Create products', 'cms.product.create'],
          ['product.update', '编辑商品', 'Edit products', 'cms.product.update'],
          ['product.delete', '删除商品', 'Delete products', 'cms.product.delete'],
          ['product.cost', '查看与设置成本', 'See and set costs', 'cms.product.cost'],
          ['product.stock', '调整库存', 'Adjust stock', 'cms.product.stock'],
          ['product.import', '导入商品', 'Import products', 'cms.product.import'],
          ['product.export', '导出商品', 'Export products', 'cms.product.export'],
        ],
      },
      {
        name: 'category',
        title: '商品分类',
        title_en: 'Categories',
        icon: 'category',
        sort_order: 20,
        permission_code: 'cms.category.list',
        elements: [
          ['category.create', '新建分类', 'Create categories', 'cms.category.create'],
          ['category.update', '编辑与移动分类', 'Edit and move categories', 'cms.category.update'],
          ['category.delete', '删除分类', 'Delete categories', 'cms.category.delete'],
        ],
      },
      {
        name: 'theme',
        title: '专题',
        title_en: 'Collections',
        icon: 'star',
        sort_order: 30,
        permission_code: 'cms.theme.list',
        elements: [
          ['theme.create', '新建专题', 'Create collections', 'cms.theme.create'],
          ['theme.update', '编辑专题', 'Edit collections', 'cms.theme.update'],
          ['theme.delete', '删除专题', 'Delete collections', 'cms.theme.delete'],
        ],
      },
    ],
  },
  {
    name: 'marketing',
    title: '营销',
    title_en: 'Marketing',
    icon: 'gift',
    sort_order: 450,
    pages: [
      {
        name: 'promotion',
        title: '促销',
        title_en: 'Promotions',
        icon: 'discount',
        sort_order: 10,
        permission_code: 'cms.promotion.list',
        elements: [
          ['promotion.create', '新建促销', 'Create promotions', 'cms.promotion.create'],
          ['promotion.update', '编辑与停止促销', 'Edit and stop promotions', 'cms.promotion.update'],
          ['promotion.delete', '删除促销', 'Delete promotions', 'cms.promotion.delete'],
          ['promotion.over', '超过优惠上限', 'Exceed the largest discount', 'cms.promotion.over'],
          ['promotion.grant', '发放优惠券与兑换码', 'Grant coupons and create codes', 'cms.promotion.grant'],
        ],
      },
      {
        name: 'coupon',
        title: '优惠券',
        title_en: 'Coupons',
        icon: 'ticket',
        sort_order: 20,
        permission_code: 'cms.coupon.list',
        elements: [
          ['coupon.revoke', '收回优惠券', 'Revoke coupons', 'cms.coupon.revoke'],
          ['coupon.export', '导出优惠券', 'Export coupons', 'cms.coupon.export'],
        ],
      },
    ],
  },
  {
    name: 'content',
    title: '内容',
    title_en: 'Content',
    icon: 'article',
    sort_order: 500,
    pages: [
      {
        name: 'banner',
        title: '轮播图',
        title_en: 'Banners',
        icon: 'device-mobile',
        sort_order: 5,
        permission_code: 'cms.banner.list',
        elements: [
          ['banner.create', '新建轮播图', 'Create banners', 'cms.banner.create'],
          ['banner.update', '编辑轮播图', 'Edit banners', 'cms.banner.update'],
          ['banner.delete', '删除轮播图', 'Delete banners', 'cms.banner.delete'],
        ],
      },
      {
        name: 'article',
        title: '文章',
        title_en: 'Articles',
        icon: 'news',
        sort_order: 10,
        permission_code: 'cms.article.list',
        elements: [
          ['article.create', '新建文章', 'Create articles', 'cms.article.create'],
          ['article.update', '编辑文章', 'Edit articles', 'cms.article.update'],
          ['article.delete', '删除文章', 'Delete articles', 'cms.article.delete'],
        ],
      },
      {
        name: 'notice',
        title: '通知',
        title_en: 'Announcements',
        icon: 'speakerphone',
        sort_order: 20,
        permission_code: 'cms.notice.list',
        elements: [
          ['notice.create', '新建通知', 'Create announcements', 'cms.notice.create'],
          ['notice.update', '编辑通知', 'Edit announcements', 'cms.notice.update'],
          ['notice.delete', '删除通知', 'Delete announcements', 'cms.notice.delete'],
        ],
      },
      {
        name: 'file',
        title: '文件',
        title_en: 'Files',
        icon: 'photo',
        sort_order: 30,
        permission_code: 'cms.file.list',
        elements: [
          ['file.create', '上传文件', 'Upload files', 'cms.file.create'],
          ['file.update', '编辑与替换文件', 'Edit and replace files', 'cms.file.update'],
          ['file.delete', '删除文件', 'Delete files', 'cms.file.delete'],
          ['file_folder.create', '新建文件夹', 'Create folders', 'cms.file.create'],
          ['file_folder.update', '编辑文件夹', 'Edit folders', 'cms.file.update'],
          ['file_folder.delete', '删除文件夹', 'Delete folders', 'cms.file.delete'],
        ],
      },
    ],
  },
  {
    name: 'access',
    title: '团队',
    title_en: 'Team',
    icon: 'shield-lock',
    sort_order: 700,
    pages: [
      {
        name: 'user',
        title: '员工',
        title_en: 'Staff',
        icon: 'users',
        sort_order: 10,
        permission_code: 'cms.user.list',
        elements: [
          ['user.create', '新建员工', 'Create staff', 'cms.user.create'],
          ['user.update', '编辑员工', 'Edit staff', 'cms.user.update'],
          ['user.delete', '删除员工', 'Delete staff', 'cms.user.delete'],
          ['user.password', '重置密码', 'Reset passwords', 'cms.user.password'],
          ['user.unlock', '解锁账号', 'Unlock accounts', 'cms.user.unlock'],
          ['user.session', '管理登录会话', 'Manage sessions', 'cms.user.session'],
          ['user.export', '导出员工', 'Export staff', 'cms.user.export'],
        ],
      },
      {
        name: 'group',
        title: '用户组',
        title_en: 'Groups',
        icon: 'users-group',
        sort_order: 20,
        permission_code: 'cms.group.list',
        elements: [
          ['group.create', '新建用户组', 'Create groups', 'cms.group.create'],
          ['group.update', '编辑用户组', 'Edit groups', 'cms.group.update'],
          ['group.delete', '删除用户组', 'Delete groups', 'cms.group.delete'],
        ],
      },
      {
        name: 'api_key',
        title: 'API 密钥',
        title_en: 'API keys',
        icon: 'key',
        sort_order: 30,
        permission_code: 'cms.api_key.list',
        elements: [
          ['api_key.create', '新建 API 密钥', 'Create API keys', 'cms.api_key.create'],
          ['api_key.update', '编辑与吊销 API 密钥', 'Edit and revoke API keys', 'cms.api_key.update'],
        ],
      },
      {
        name: 'webhook',
        title: '事件推送',
        title_en: 'Webhooks',
        icon: 'webhook',
        sort_order: 40,
        permission_code: 'cms.webhook.list',
        elements: [
          ['webhook.create', '新建 Webhook', 'Create webhooks', 'cms.webhook.create'],
          ['webhook.update', '编辑与测试 Webhook', 'Edit and test webhooks', 'cms.webhook.update'],
          ['webhook.delete', '删除 Webhook', 'Delete webhooks', 'cms.webhook.delete'],
        ],
      },
    ],
  },
  {
    name: 'log',
    title: '日志',
    title_en: 'Logs',
    icon: 'history',
    sort_order: 900,
    pages: [
      {
        name: 'oper_log',
        title: '操作日志',
        title_en: 'Audit log',
        icon: 'clipboard-list',
        sort_order: 10,
        permission_code: 'cms.oper_log.list',
        elements: [['oper_log.export', '导出操作日志', 'Export the audit log', 'cms.oper_log.export']],
      },
      {
        name: 'login_log',
        title: '登录日志',
        title_en: 'Sign-in log',
        icon: 'login-2',
        sort_order: 20,
        permission_code: 'cms.login_log.list',
        elements: [['login_log.export', '导出登录日志', 'Export the sign-in log', 'cms.login_log.export']],
      },
      {
        name: 'error_log',
        title: '错误日志',
        title_en: 'Error log',
        icon: 'bug',
        sort_order: 30,
        permission_code: 'cms.error_log.list',
        elements: [
          ['error_log.update', '处理错误', 'Resolve and ignore errors', 'cms.error_log.update'],
          ['error_log.export', '导出错误日志', 'Export the error log', 'cms.error_log.export'],
        ],
      },
    ],
  },
  {
    name: 'developer',
    title: '开发者',
    title_en: 'Developers',
    icon: 'tool',
    sort_order: 1000,
    pages: [
      {
        name: 'dict',
        title: '选项列表',
        title_en: 'Choice lists',
        icon: 'book-2',
        sort_order: 10,
        // All staff may read entries; the page that edits them needs the types.
        permission_code: 'cms.dict_type.list',
        elements: [
          ['dict_type.create', '新建选项列表', 'Create choice lists', 'cms.dict_type.create'],
          ['dict_type.update', '编辑选项列表', 'Edit choice lists', 'cms.dict_type.update'],
          ['dict_type.delete', '删除选项列表', 'Delete choice lists', 'cms.dict_type.delete'],
          ['dict.create', '新建选项', 'Create choices', 'cms.dict.create'],
          ['dict.update', '编辑选项', 'Edit choices', 'cms.dict.update'],
          ['dict.delete', '删除选项', 'Delete choices', 'cms.dict.delete'],
        ],
      },
      {
        name: 'menu',
        title: '菜单',
        title_en: 'Menus',
        icon: 'list-tree',
        sort_order: 20,
        permission_code: 'cms.menu.list',
        elements: [
          ['menu.create', '新建菜单', 'Create menus', 'cms.menu.create'],
          ['menu.update', '编辑与移动菜单', 'Edit and move menus', 'cms.menu.update'],
          ['menu.delete', '删除菜单', 'Delete menus', 'cms.menu.delete'],
        ],
      },
      {
        name: 'element',
        title: '页面元素',
        title_en: 'Page elements',
        icon: 'components',
        sort_order: 30,
        permission_code: 'cms.element.list',
        elements: [
          ['element.create', '新建页面元素', 'Create page elements', 'cms.element.create'],
          ['element.update', '编辑页面元素', 'Edit page elements', 'cms.element.update'],
          ['element.delete', '删除页面元素', 'Delete page elements', 'cms.element.delete'],
        ],
      },
      {
        name: 'routes',
        title: '导航预览',
        title_en: 'Navigation preview',
        icon: 'route',
        sort_order: 40,
        permission_code: 'cms.menu.list',
        elements: [['routes.group', '按用户组预览', 'Preview as a group', 'cms.group.list']],
      },
      {
        name: 'auth',
        title: '权限',
        title_en: 'Permissions',
        icon: 'key',
        sort_order: 50,
        permission_code: 'cms.auth.list',
        elements: [],
      },
    ],
  },
] as const satisfies readonly BaseDirectory[]

export const basePages: readonly BasePage[] = [
  ...topPages,
  ...directories.flatMap(({ pages }): readonly BasePage[] => pages),
]
