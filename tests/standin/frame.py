"""What stands around every page of the site: head, hidden fields, menus above and foot below."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from tests.standin.model import Event

LANGUAGES = (
    "EGY:35 ARM:28 AZE:34 BIH:15 BUL:24 CAT:9 CHN:33 CRO:13 CZE:5 DEN:32 ENG:1 ESP:2 : FAI:7 FIN:18 FRA:20 "
    "GER:0 GRE:19 INA:26 : ITA:16 JPN:22 MKD:21 LTU:30 NED:17 POL:3 POR:10 ROU:27 RUS:11 SRB:14 SVK:4 SWE:6 "
    "TUR:8 UKR:12 VIE:29"
)


def page(event: Event, query: str, node: str, body: str, *, post_fields: bool) -> str:
    """A whole page. `query` is that of the request, echoed in the form's action; `body` what stands
    between the menus and the foot; `post_fields` adds the two fields only some pages have."""
    return f"""
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head id="Head1">
<script async src="https://cdn.invalid/ads.js"></script>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta content="A stand-in for Chess-Results.com with invented tournaments." name="description"/>
<meta name="robots" content="index, nofollow"/>
<style type="text/css"><!--
body {{ font-size: 11pt; }}
div.fed {{ width:37px; }}
.Daten {{ width:820px; }}
 --></style><link href="StylesH.css" type="text/css" rel="stylesheet"/>\
<link rel="icon" type="image/x-icon" href="/images/Icon_32x32.png" />\
<meta http-equiv="content-type" content="text/html; charset=UTF-8"/><title>
	Chess-Results Server Chess-results.com - {escape(event.name)}
</title></head>
<body >

<form method="post" action="./tnr{event.number}.aspx?{query.replace("&", "&amp;")}" id="form1">
{_hidden(event, query, post_fields)}
<table id="kopfvisible" class="daten" cellspacing="0" cellpadding="0" border="0" width="1000">
	<tr>
		<td class="CR0">
<div id="kopf" style="WIDTH:1000px;HEIGHT:97px;position:relative;background-color:#334166;">
<div id="Div1" class="daten" style="WIDTH:1000px;HEIGHT:97px;position:relative;">
 <div id="Div2" style="WIDTH:728px;HEIGHT:97px;left:272px;position:absolute;">

 </div>
</div>

 <div style="top:0px;left:0px; position:absolute;">
   <img src="images/chessResults_ENG_1000x90.jpg" id="Image_kopfLogo" alt="Chess-Results Logo" />
 </div>
 <div style="top:0px; position:absolute;">
  <table id="Table3" class="daten" cellspacing="0" cellpadding="0" border="0" width="1000">
			<tr>
				<td onclick="DoNav(&#39;Default.aspx&#39;);" valign="top" class="CR0" width="261"></td>
				<td class="CR0" width="10"></td>
				<td class="CR0" width="729" align="left">
<div data-fuse="result_header"></div>
    </td>
			</tr>
		</table>
 </div>
</div>
	 </td>
	</tr>
	<tr>
		<td>
   </td>
	</tr>
	<tr>
		<td class="CR0">
	 <div  id="menu0" style="WIDTH: 1000px">
     <ul class="navlist">
			<li><div id="l_user" class="userinfo">Logged on: Gast</div></li>
			<li style="FLOAT: right"><div id="l_uinfo" class="userinfo">\
Servertime {event.server_time:%d.%m.%Y %H:%M:%S}</div></li>
     </ul>
   </div>
	 </td>
	</tr>
	<tr>
		<td class="CR0">
	 <div  id="menu0L"  style="WIDTH: 1000px">
     <ul class="navlist">
			<li style="FLOAT: right"><a id="h_logout" class="OtherTabs" href="Default.aspx?id=60061">Logout</a></li>
			<li style="FLOAT: right"><a id="h_login" class="OtherTabs" href="Login.aspx?xx=0">Login</a></li>
	<li style="FLOAT: right"></li>
	<li style="FLOAT: right"></li>
{_languages()}
      <li><a id="Hyp_Font" class="OtherTabs" href="Default.aspx?id=123">FontSize:11pt</a></li>
     </ul>
   </div>
	 </td>
	</tr>
	<tr>
		<td class="CR0">
	 <div  id="menu1" style="WIDTH: 1000px">
     <ul class="navlist">
      <li><a id="H_HOME" class="OtherTabs" href="Default.aspx?lan=1">Home</a></li>
      <li><a id="H_TurnierDB" class="OtherTabs" href="TurnierDB.aspx?lan=1">Tournament-Database</a></li>
      <li><a id="H_Forum" class="OtherTabs" href="FAQ.aspx?lan=1">FAQ</a></li>
      <li></li>
     </ul>
   </div>
	 </td>
	</tr>
	<tr>
		<td class="CR0">
	 <div id="P_ImpMessage" class="info"></div>
   </td>
	</tr>
	<tr>
		<td class="CR0">
   <div>
<table id="datenxx" cellspacing="0" cellpadding="0" border="0">
			<tr valign="top">
				<td width="834" class="CR0grau">
  <div id="F7" class="F7" style="PADDING:0px 0px 0px 2px;FLOAT:left;MARGIN:0px;WIDTH:834px;">

<div id="P1_Panel_Grid" class="defaultDialog_ohne_Rand" style="POSITION: relative; left: 0px; top: 0px; width: 620px;">
</div>

{body}
<a id="P1_LinkButton2" href="javascript:__doPostBack(&#39;ctl00$P1$LinkButton2&#39;,&#39;&#39;)"></a>

  </div>
</td>
				<td width="6" class="CR0"></td>
				<td width="300" align="left" class="CR0grau">
    <div id="F8" style="PADDING: 0px; MARGIN: 0px; visibility: visible;"></div>
</td>
			</tr>
		</table>
   </div>
	 </td>
	</tr>
	<tr>
		<td class="CR0">
   </td>
	</tr>
	<tr>
		<td class="CR0">
     <div id="fuss" style="WIDTH: 986px"><a href="Default.aspx?lan=1" target="_blank">\
<b>Chess-Tournament-Results-Server</b></a> stand-in, CMS-Version 24.09.2026 09:32, Node {node.upper()}<br/>\
<a href="Impressum.aspx?lan=1">Legal details/Terms of use</a></div>
	 </td>
	</tr>
</table>
</form>


</body>
</html>
"""


def _hidden(event: Event, query: str, post_fields: bool) -> str:
    empty = "".join(
        f'<input type="hidden" name="{name}" id="{name}" value="" />\n'
        for name in ("__EVENTTARGET", "__EVENTARGUMENT")
    )
    fields = {
        "__VIEWSTATE": _noise(f"state {event.number} {query}", 96),
        "__VIEWSTATEGENERATOR": "D5991272",
        "__EVENTVALIDATION": _noise(f"validation {event.number} {query}", 64),
    }
    rest = "".join(
        f'<input type="hidden" name="{name}" id="{name}" value="{value}" />\n'
        for name, value in fields.items()
    )
    return (empty if post_fields else "") + rest


def _noise(seed: str, length: int) -> str:
    """Something like ASP.NET's state, the same for the same page."""
    noise = b"".join(hashlib.sha256(f"{seed} {i}".encode()).digest() for i in range(length // 32 + 1))
    return "/wEP" + base64.b64encode(noise[:length]).decode()


def _languages() -> str:
    lines = []
    for entry in LANGUAGES.split():
        name, _, number = entry.partition(":")
        tab = "SelectedTab" if name == "ENG" else "OtherTabs"
        link = f'<a id="Hyp_{name}" class="{tab}" href="Default.aspx?lan={number}">{name}</a>' if name else ""
        lines.append(f"      <li>{link}</li>")
    return "\n".join(lines)
