/** Tables with columns, indexes and triggers, sorted lines. Equal outlines work with the same build. */
export const SCHEMA_OUTLINE = `
  select type || ' ' || name || case type when 'table' then ': ' || (
    select group_concat(name) from (select name from pragma_table_info(m.name) order by name)) else '' end as line
  from sqlite_master m
  where name not like 'sqlite~_%' escape '~' and name not like '~_cf~_%' escape '~' and name not like 'd1~_%' escape '~'
    and sql is not null and sql not like 'create virtual%'
    and not exists (select 1 from sqlite_master v where v.sql like 'create virtual%'
      and m.name in (v.name || '_data', v.name || '_idx', v.name || '_content', v.name || '_docsize', v.name || '_config'))
  order by line`;
